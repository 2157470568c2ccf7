import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, PasswordInput, SecondFactorCodeInput, Textarea } from "@/components/form";
import type { Schemas } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { useSecondFactor } from "@/lib/second-factor";

export type Proof = Schemas["ExportProof"];

const schemaFor = (needsReason: boolean) =>
  z.object({
    currentPassword: z.string().check(z.minLength(1, "Your password is required")),
    code: z.string().check(z.trim()),
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(needsReason ? 3 : 0, "A reason is required"),
        z.maxLength(500, "Please keep it to 500 characters"),
      ),
  });

interface ProofFormProps {
  /** Text of the button. */
  label: string;
  /** Hint of the field for a reason; without one, none is asked for. */
  reasonHint?: string;
  /** Rejects with the server's error, which the form shows. */
  onSubmit: (proof: Proof, reason: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password again before an archive is made or downloaded. */
export function ProofForm({ label, reasonHint, onSubmit, onCancel }: ProofFormProps) {
  const factor = useSecondFactor();
  const form = useAppForm(schemaFor(reasonHint !== undefined), {
    currentPassword: "",
    code: "",
    reason: "",
  });
  const submit = form.handleSubmit(async ({ currentPassword, code, reason }) => {
    try {
      await onSubmit({ currentPassword, ...(code && { code }) }, reason);
    } catch (error) {
      showServerErrors(form, error);
    }
  });
  return (
    <Form onSubmit={submit} className="grid gap-4 rounded-m bg-sunk p-4">
      {reasonHint && (
        <Textarea label="Reason" hint={reasonHint} rows={2} {...fieldOf(form, "reason")} />
      )}
      <PasswordInput
        label="Your password"
        hint="To be sure that it is you."
        autoComplete="current-password"
        {...fieldOf(form, "currentPassword")}
      />
      {factor.data?.enabled && <SecondFactorCodeInput {...fieldOf(form, "code")} />}
      <FormError form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="spark" busy={form.formState.isSubmitting}>
          {label}
        </Button>
        <Button type="button" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
