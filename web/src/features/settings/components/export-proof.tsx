import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, PasswordInput, SecondFactorCodeInput } from "@/components/form";
import type { Schemas } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { useSecondFactor } from "@/lib/second-factor";

export type Proof = Schemas["ExportProof"];

const schema = z.object({
  currentPassword: z.string().check(z.minLength(1, "Your password is required")),
  code: z.string().check(z.trim()),
});

interface ExportProofProps {
  /** Text of the button. */
  label: string;
  /** Rejects with the server's error, which the form shows. */
  onSubmit: (proof: Proof) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password again before an archive is made or downloaded. */
export function ExportProof({ label, onSubmit, onCancel }: ExportProofProps) {
  const factor = useSecondFactor();
  const form = useAppForm(schema, { currentPassword: "", code: "" });
  const submit = form.handleSubmit(async ({ currentPassword, code }) => {
    try {
      await onSubmit({ currentPassword, ...(code && { code }) });
    } catch (error) {
      showServerErrors(form, error);
    }
  });
  return (
    <Form onSubmit={submit} className="grid gap-4 rounded-m bg-sunk p-4">
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
