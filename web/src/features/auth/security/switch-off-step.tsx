import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, PasswordInput, SecondFactorCodeInput } from "@/components/form";
import { api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { StepHeading } from "./step-heading";

const schema = z.object({
  password: z.string().check(z.minLength(1, "Your password is required")),
  code: z.string().check(z.trim(), z.minLength(1, "A code is required")),
});

/** Switches the second factor off, after asking for both factors again. */
export function SwitchOffStep({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const form = useAppForm(schema, { password: "", code: "" });
  const switchOff = api.useMutation("delete", "/api/auth/second-factor");
  const submit = form.handleSubmit((body) =>
    switchOff.mutate(
      { body },
      { onSuccess: onDone, onError: (error) => showServerErrors(form, error) },
    ),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <StepHeading>Switch two-step sign-in off</StepHeading>
      <p className="text-ink-2">You will then sign in with your password alone.</p>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        {...fieldOf(form, "password")}
      />
      <SecondFactorCodeInput {...fieldOf(form, "code")} />
      <FormError form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={switchOff.isPending}>
          Switch off
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
