import { useRef, useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { FileInput, Form, FormError, Textarea } from "@/components/form";
import { api, type FormBody, messageOf, multipart, useQueryCache } from "@/lib/api";
import { useDraftedForm } from "@/lib/drafted-form";
import { draftEntry } from "@/lib/drafts";
import { fieldOf } from "@/lib/form";
import { randomKey } from "@/lib/random-key";
import { useSession } from "@/lib/session";

const schema = z.object({
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Write your answer first"),
      z.maxLength(2000, "Please keep it to 2000 characters"),
    ),
});
const draftSchema = z.partial(z.object({ message: z.string() }));

interface AnswerFormProps {
  /** Id of the disputed booking. */
  id: number;
  label: string;
  /** Says who reads the answer. */
  hint: string;
}

/** Answer form of an open dispute. The draft survives a reload; a double tap sends one answer. */
export function AnswerForm({ id, label, hint }: AnswerFormProps) {
  const me = useSession()?.claims.id ?? "";
  const draft = draftEntry(`disputeAnswer:${me}:${id}`, draftSchema, {});
  const { form, removeDraft } = useDraftedForm(schema, draft, { message: "" });
  const [file, setFile] = useState<File | null>(null);
  const clientId = useRef(randomKey());
  const inFlight = useRef(false);
  const cache = useQueryCache();
  const submit = api.useMutation("post", "/api/dispute/{id}/statements");

  const send = form.handleSubmit(({ message }) => {
    if (inFlight.current) return;
    inFlight.current = true;
    const body = multipart<FormBody<"add_statement">>({
      message,
      clientId: clientId.current,
      file,
    });
    submit.mutate(
      { params: { path: { id } }, ...body },
      {
        onSuccess: () => {
          // The next answer needs a new idempotency key.
          clientId.current = randomKey();
          form.reset({ message: "" });
          setFile(null);
          removeDraft();
          cache.invalidate("/api/dispute/{id}/statements", "/api/dispute/{id}");
        },
        onError: (error) => form.setError("root.server", { message: messageOf(error) }),
        onSettled: () => {
          inFlight.current = false;
        },
      },
    );
  });
  return (
    <Form onSubmit={send} className="grid gap-4">
      <Textarea label={label} hint={hint} rows={3} {...fieldOf(form, "message")} />
      <FileInput label="File" optional maxMegabytes={10} file={file} onChange={setFile} />
      <FormError form={form} />
      <Button type="submit" busy={submit.isPending} className="justify-self-end">
        Send answer
      </Button>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {submit.isSuccess && !form.formState.isDirty && "Your answer has been sent."}
      </p>
    </Form>
  );
}
