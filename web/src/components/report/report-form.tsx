import { useId } from "react";
import * as z from "zod/mini";
import type { Schemas } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { Button } from "../button";
import { Checkbox, FieldError, FormError, RadioCard, Textarea } from "../form";
import type { ReportTarget } from "./target";

type Reason = Schemas["ReportReason"];

const REASONS: { value: Reason; title: string }[] = [
  { value: "harassment", title: "Rude, threatening or hateful" },
  { value: "scam", title: "Fraud, or asks for money outside this site" },
  { value: "spam", title: "Advertising, or the same again and again" },
  { value: "danger", title: "Dangerous, or against the law" },
  { value: "indecent", title: "Sexual or indecent" },
  { value: "fake", title: "Not who or what it claims to be" },
  { value: "other", title: "Something else" },
];

const schema = z
  .object({
    reason: z.string().check(z.minLength(1, "Please choose what is wrong")),
    words: z.string().check(z.trim(), z.maxLength(1000, "Please keep it to 1,000 characters")),
    block: z.boolean(),
  })
  .check(
    z.refine(({ reason, words }) => reason !== "other" || words.length > 0, {
      path: ["words"],
      message: "Please say what is wrong",
    }),
  );

/** What somebody says in a report. */
export interface ReportValues {
  reason: Reason;
  words: string;
  block: boolean;
}

interface ReportFormProps {
  target: ReportTarget;
  busy: boolean;
  onSend: (values: ReportValues, onError: (error: unknown) => void) => void;
  onCancel: () => void;
}

/** What is wrong, in a choice and perhaps in words. */
export function ReportForm({ target, busy, onSend, onCancel }: ReportFormProps) {
  const form = useAppForm(schema, { reason: "", words: "", block: false });
  const { errors } = form.formState;
  const chosen = form.watch("reason");
  const errorId = useId();
  const submit = form.handleSubmit(({ reason, words, block }) => {
    const known = REASONS.find(({ value }) => value === reason);
    if (!known) return;
    onSend({ reason: known.value, words, block }, (error) => showServerErrors(form, error));
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <fieldset className="grid gap-2" aria-describedby={errors.reason ? errorId : undefined}>
        <legend className="mb-1.5 font-semibold">What is wrong?</legend>
        {REASONS.map(({ value, title }) => (
          <RadioCard
            key={value}
            name="reason"
            value={value}
            title={title}
            checked={chosen === value}
            onChoose={() => form.setValue("reason", value, { shouldValidate: true })}
          />
        ))}
        <FieldError id={errorId}>{errors.reason?.message}</FieldError>
      </fieldset>
      <Textarea
        label={chosen === "other" ? "What happened?" : "What happened? (optional)"}
        rows={3}
        error={errors.words?.message}
        {...form.register("words")}
      />
      <Checkbox label={`Block ${target.firstname} as well`} {...form.register("block")} />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          Send report
        </Button>
      </div>
    </form>
  );
}
