import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, SecondFactorCodeInput } from "@/components/form";
import { api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { StepHeading } from "./step-heading";

const schema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, "A code is required")),
});

interface NewCodesStepProps {
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Replaces the recovery codes with new ones. */
export function NewCodesStep({ onDone, onCancel }: NewCodesStepProps) {
  const form = useAppForm(schema, { code: "" });
  const make = api.useMutation("post", "/api/auth/second-factor/recovery-codes");
  const submit = form.handleSubmit((body) =>
    make.mutate(
      { body },
      {
        onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
        onError: (error) => showServerErrors(form, error),
      },
    ),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <StepHeading>Make new recovery codes</StepHeading>
      <p className="text-ink-2">The ones you have now stop working.</p>
      <SecondFactorCodeInput {...fieldOf(form, "code")} />
      <FormError form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={make.isPending}>
          Make new codes
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
