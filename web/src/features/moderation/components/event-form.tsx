import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input, Textarea } from "@/components/form";
import { ApiError, type Schemas } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { fromLocalInput, toLocalInput } from "@/lib/format";
import { type ChosenHost, HostsField } from "./hosts-field";

const HOUR_MS = 3_600_000;
/** How long an event lasts, unless the admin chooses otherwise. */
const USUAL_LENGTH_MS = 2 * HOUR_MS;
const MAX_PLACES = 500;

const schema = z
  .object({
    title: z
      .string()
      .check(
        z.trim(),
        z.minLength(3, "Say in a few words what it is"),
        z.maxLength(80, "Please keep it to 80 characters"),
      ),
    text: z.string().check(z.trim(), z.maxLength(2000, "Please keep it to 2,000 characters")),
    place: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Say where it is"),
        z.maxLength(160, "Please keep it to 160 characters"),
      ),
    starts_at: z.string().check(z.minLength(1, "Choose a day and a time")),
    ends_at: z.string().check(z.minLength(1, "Choose a day and a time")),
    places: z.string().check(
      z.trim(),
      z.refine(
        (text) => text === "" || (/^\d{1,3}$/.test(text) && inRange(Number(text))),
        "Choose 1 to 500 places, or leave it empty",
      ),
    ),
  })
  .check(
    z.refine(({ starts_at, ends_at }) => !starts_at || !ends_at || ends_at > starts_at, {
      error: "Choose a time after the start",
      path: ["ends_at"],
    }),
  );

function inRange(places: number): boolean {
  return places >= 1 && places <= MAX_PLACES;
}

interface EventFormProps {
  /** The event to change; a new one if absent. */
  event?: Schemas["CommunityEvent"];
  action: string;
  busy: boolean;
  send: (body: Schemas["EventForm"], onError: (error: unknown) => void) => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** Form for an event of the community. */
export function EventForm({ event, action, busy, send, children }: EventFormProps) {
  const [usual] = useState(nextHourTomorrow);
  const [hosts, setHosts] = useState<ChosenHost[]>(() => (event?.hosts ?? []).map(chosen));
  const [wrongHosts, setWrongHosts] = useState<string>();
  const form = useAppForm(schema, {
    title: event?.title ?? "",
    text: event?.text ?? "",
    place: event?.place ?? "",
    starts_at: toLocalInput(new Date(event?.starts_at ?? usual)),
    ends_at: toLocalInput(new Date(event?.ends_at ?? usual + USUAL_LENGTH_MS)),
    places: event?.places?.toString() ?? "",
  });
  const submit = form.handleSubmit(({ starts_at, ends_at, places, ...words }) => {
    setWrongHosts(undefined);
    const body = {
      ...words,
      starts_at: fromLocalInput(starts_at),
      ends_at: fromLocalInput(ends_at),
      ...(places && { places: Number(places) }),
      hosts: hosts.map(({ id, role }) => ({ user_id: id, role })),
    };
    send(body, (error) => {
      if (error instanceof ApiError) setWrongHosts(error.fields?.hosts);
      showServerErrors(form, error);
    });
  });
  return (
    <Form onSubmit={submit} className="mt-4 grid gap-4">
      <Input label="Title" autoComplete="off" {...fieldOf(form, "title")} />
      <Textarea label="About it" optional rows={5} {...fieldOf(form, "text")} />
      <Input
        label="Place"
        hint="As neighbours find it, such as: Library, upper hall"
        autoComplete="off"
        {...fieldOf(form, "place")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Input label="Starts" type="datetime-local" {...fieldOf(form, "starts_at")} />
        <Input label="Ends" type="datetime-local" {...fieldOf(form, "ends_at")} />
      </div>
      <Input
        label="Places"
        optional
        inputMode="numeric"
        autoComplete="off"
        hint="Leave it empty if everybody can come. When all are taken, neighbours can wait."
        {...fieldOf(form, "places")}
      />
      <HostsField hosts={hosts} onChange={setHosts} error={wrongHosts} />
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

function chosen({ person, role }: Schemas["EventHost"]): ChosenHost {
  return { id: person.id, name: person.name, role };
}

/** Returns the time of the next full hour, a day later. */
function nextHourTomorrow(): number {
  return (Math.ceil(Date.now() / HOUR_MS) + 24) * HOUR_MS;
}
