import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input, Textarea } from "@/components/form";
import type { Schemas } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { fromLocalInput, toLocalInput } from "@/lib/format";
import { EVERYBODY, SegmentFields, toRequest } from "./segment-fields";

/** Time for which an announcement is shown unless the admin chooses another. */
const USUAL_MS = 14 * 86_400_000;

const schema = z.object({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Say in a line what it is about"),
      z.maxLength(120, "Please keep it to 120 characters"),
    ),
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Write the text first"),
      z.maxLength(5000, "Please keep it to 5000 characters"),
    ),
  until: z.string().check(z.minLength(1, "Choose a day and a time")),
});

interface AnnouncementFormProps {
  /** The announcement to change; a new one if absent. */
  announcement?: Schemas["StoredAnnouncement"];
  action: string;
  busy: boolean;
  send: (body: Schemas["NewAnnouncement"], onError: (error: unknown) => void) => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** Form for an announcement. */
export function AnnouncementForm(props: AnnouncementFormProps) {
  const { announcement, action, busy, send, children } = props;
  const until = announcement ? new Date(announcement.until) : new Date(Date.now() + USUAL_MS);
  const form = useAppForm(schema, {
    title: announcement?.title ?? "",
    text: announcement?.text ?? "",
    until: toLocalInput(until),
  });
  const [members, setMembers] = useState(EVERYBODY);
  const segment = toRequest(members);
  const submit = form.handleSubmit(({ title, text, until }) =>
    send({ title, text, until: fromLocalInput(until), ...(segment && { segment }) }, (error) =>
      showServerErrors(form, error),
    ),
  );
  return (
    <Form onSubmit={submit} className="mt-4 grid gap-4">
      <Input label="Title" autoComplete="off" {...fieldOf(form, "title")} />
      <Textarea
        label="Text"
        hint="Markdown: **strong**, *emphasised*, [a link](https://example.org), lines that begin with - are a list."
        rows={8}
        {...fieldOf(form, "text")}
      />
      <Input label="Shown until" type="datetime-local" {...fieldOf(form, "until")} />
      {!announcement && <SegmentFields value={members} onChange={setMembers} />}
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        {children}
        <Button type="submit" variant="spark" busy={busy}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
