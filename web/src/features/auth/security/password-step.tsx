import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, PasswordInput } from "@/components/form";
import { api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { StepHeading } from "./step-heading";

const schema = z.object({
  password: z.string().check(z.minLength(1, "Your password is required")),
});

export interface Enrolment {
  /** Secret to type into an authenticator app. */
  secret: string;
  /** Secret as an `otpauth:` address to scan. */
  uri: string;
}

interface PasswordStepProps {
  onDone: (enrolment: Enrolment) => void;
  onCancel: () => void;
}

/** Asks for the password again, before a second factor is set up. */
export function PasswordStep({ onDone, onCancel }: PasswordStepProps) {
  const form = useAppForm(schema, { password: "" });
  const begin = api.useMutation("post", "/api/auth/second-factor/totp");
  const submit = form.handleSubmit((body) =>
    begin.mutate(
      { body },
      { onSuccess: onDone, onError: (error) => showServerErrors(form, error) },
    ),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <StepHeading>Confirm your password first</StepHeading>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        {...fieldOf(form, "password")}
      />
      <FormError form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={begin.isPending}>
          Continue
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
