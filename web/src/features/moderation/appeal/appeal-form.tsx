import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Textarea } from "@/components/form";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatDayInSentence } from "@/lib/format";

const schema = z.object({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Say why the decision is wrong"),
      z.maxLength(2000, "Please keep it to 2,000 characters"),
    ),
});

interface AppealFormProps {
  /** End of the time in which the member may appeal. */
  until: string;
  busy: boolean;
  /** Sends the appeal; rejects with the server's refusal. */
  send: (text: string) => Promise<unknown>;
}

/** Form for the one appeal against a decision. */
export function AppealForm({ until, busy, send }: AppealFormProps) {
  const form = useAppForm(schema, { text: "" });
  return (
    <Form
      className="grid gap-4"
      onSubmit={form.handleSubmit(({ text }) =>
        send(text).catch((error) => showServerErrors(form, error)),
      )}
    >
      <Textarea
        label="Why should we look at it again?"
        hint={`You can appeal once, until ${formatDayInSentence(until)}. Somebody else than who decided reads it, if there is anybody else.`}
        rows={5}
        {...fieldOf(form, "text")}
      />
      <FormError form={form} />
      <Button type="submit" className="justify-self-end" busy={busy}>
        Send appeal
      </Button>
    </Form>
  );
}
