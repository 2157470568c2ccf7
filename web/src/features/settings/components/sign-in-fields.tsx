import type { UseFormReturn } from "react-hook-form";
import { Input, PasswordInput, SecondFactorCodeInput } from "@/components/form";
import type { ProfileValues } from "./profile-schema";

interface SignInFieldsProps {
  form: UseFormReturn<ProfileValues>;
  /** Whether the change needs the current password. */
  sensitive: boolean;
  /** Whether the change needs a second-factor code as well. */
  withCode: boolean;
}

/** Fields for the sign-in details, and for the proof that the member changes them. */
export function SignInFields({ form, sensitive, withCode }: SignInFieldsProps) {
  const { errors } = form.formState;
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5">
      <legend className="sr-only">How you sign in</legend>
      <Input
        label="Email"
        hint="You sign in with it. To change it, you type a code that we send to the new address."
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <PasswordInput
          label="New password"
          hint="Leave it empty to keep yours"
          autoComplete="new-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <PasswordInput
          label="Confirm new password"
          hint="Type it again"
          autoComplete="new-password"
          error={errors.confirm?.message}
          {...form.register("confirm")}
        />
      </div>
      {sensitive && (
        <div className="grid gap-4 rounded-m bg-sunk p-4">
          <PasswordInput
            label="Current password"
            hint="Needed to change your email or password."
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...form.register("currentPassword")}
          />
          {withCode && (
            <SecondFactorCodeInput error={errors.code?.message} {...form.register("code")} />
          )}
        </div>
      )}
    </fieldset>
  );
}
