import { type FormEventHandler, useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";
import { Button } from "@/components/button";
import { FormError, Input, PasswordInput } from "@/components/form";
import { textLink } from "./auth-layout";

export interface Credentials {
  email: string;
  password: string;
}

interface PasswordFormProps {
  form: UseFormReturn<Credentials>;
  busy: boolean;
  /** Why the last try failed, for the focus to return to the password. */
  failure: unknown;
  onSubmit: FormEventHandler;
}

/** The first step of signing in. Nothing is checked here: the server alone knows. */
export function PasswordForm({ form, busy, failure, onSubmit }: PasswordFormProps) {
  const { setFocus } = form;
  useEffect(() => {
    if (failure && !busy) setFocus("password");
  }, [failure, busy, setFocus]);
  return (
    <form noValidate onSubmit={onSubmit}>
      <fieldset disabled={busy} className="grid gap-5">
        <Input
          label="Email"
          type="email"
          autoComplete="username"
          error={form.formState.errors.email?.message}
          {...form.register("email")}
        />
        <div className="grid gap-1.5">
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            error={form.formState.errors.password?.message}
            {...form.register("password")}
          />
          <Link
            to="/forgot-psw"
            className={`${textLink} inline-flex min-h-11 items-center justify-self-start`}
          >
            Forgot your password?
          </Link>
        </div>
        <FormError form={form} />
        <Button type="submit" variant="spark" block busy={busy} busyLabel="Verifying...">
          Verify
        </Button>
      </fieldset>
    </form>
  );
}
