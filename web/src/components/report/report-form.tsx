import { type FormEvent, useId, useState } from "react";
import { messageOf } from "@/lib/api";
import { Button } from "../button";
import { Checkbox } from "../form/checkbox";
import { FieldError } from "../form/field";
import { Form } from "../form/form";
import { FormError } from "../form/form-error";
import { Textarea } from "../form/input";
import { RadioCard } from "../form/radio-card";
import { DialogActions } from "../overlay";
import { type Reason, reasonsFor } from "./reasons";
import type { ReportTarget } from "./target";

const MOST = 1000;

/** Content of a report. */
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

/** Form for the reason of a report, as a choice and optional text. */
export function ReportForm({ target, busy, onSend, onCancel }: ReportFormProps) {
  const [reason, setReason] = useState<Reason>();
  const [words, setWords] = useState("");
  const [block, setBlock] = useState(false);
  // Errors show after the first attempt; each disappears once it is corrected.
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string>();
  const errorId = useId();
  const wrong = tried ? problems(reason, words) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setRefused(undefined);
    const { reason: noReason, words: wrongWords } = problems(reason, words);
    if (reason && !noReason && !wrongWords && !busy) {
      onSend({ reason, words: words.trim(), block }, (error) => setRefused(messageOf(error)));
    }
  };
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <fieldset
        className="grid gap-2"
        data-invalid={wrong.reason && true}
        aria-describedby={wrong.reason ? errorId : undefined}
      >
        <legend className="mb-1.5 font-semibold">What is wrong?</legend>
        {reasonsFor(target.subject).map(({ value, title }) => (
          <RadioCard
            key={value}
            name="reason"
            value={value}
            title={title}
            checked={reason === value}
            onChoose={() => setReason(value)}
          />
        ))}
        <FieldError id={errorId}>{wrong.reason}</FieldError>
      </fieldset>
      <Textarea
        label={reason === "other" ? "What happened?" : "What happened? (optional)"}
        rows={3}
        error={wrong.words}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {target.personId && (
        <Checkbox
          label={`Block ${target.firstname} as well`}
          checked={block}
          onChange={(event) => setBlock(event.target.checked)}
        />
      )}
      <FormError>{refused}</FormError>
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          Send report
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Returns the errors of a report, by field. */
function problems(reason: Reason | undefined, words: string): { reason?: string; words?: string } {
  if (!reason) return { reason: "Please choose what is wrong" };
  const length = words.trim().length;
  if (length > MOST) return { words: "Please keep it to 1,000 characters" };
  return reason === "other" && length === 0 ? { words: "Please say what is wrong" } : {};
}
