import { type FormEventHandler, useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";
import { Button } from "@/components/button";
import { Form, FormError, Input, PasswordInput } from "@/components/form";
import { fieldOf } from "@/lib/form";
import { AppealLink } from "./appeal-link";

export interface Credentials {
  email: string;
  password: string;
}

interface PasswordFormProps {
  form: UseFormReturn<Credentials>;
  busy: boolean;
  /** Error of the last attempt, after which the password field is focused again. */
  failure: unknown;
  onSubmit: FormEventHandler;
}

/** The first step of signing in. Only the server validates the credentials. */
export function PasswordForm({ form, busy, failure, onSubmit }: PasswordFormProps) {
  const { setFocus } = form;
  useEffect(() => {
    if (failure && !busy) setFocus("password");
  }, [failure, busy, setFocus]);
  return (
    <Form onSubmit={onSubmit}>
      <fieldset disabled={busy} className="grid gap-5">
        <Input label="Email" type="email" autoComplete="username" {...fieldOf(form, "email")} />
        <div className="grid gap-1.5">
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            {...fieldOf(form, "password")}
          />
          <Link
            to="/forgot-psw"
            className={`text-link inline-flex min-h-11 items-center justify-self-start`}
          >
            Forgot your password?
          </Link>
        </div>
        <FormError form={form} />
        <AppealLink error={failure} />
        <Button type="submit" variant="spark" block busy={busy} busyLabel="Verifying...">
          Verify
        </Button>
      </fieldset>
    </Form>
  );
}
