import type { UseFormReturn } from "react-hook-form";
import { Input, PasswordInput, SecondFactorCodeInput } from "@/components/form";
import { fieldOf } from "@/lib/form";
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
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5">
      <legend className="sr-only">How you sign in</legend>
      <Input
        label="Email"
        hint="You sign in with it. To change it, you type a code that we send to the new address."
        type="email"
        autoComplete="email"
        {...fieldOf(form, "email")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <PasswordInput
          label="New password"
          hint="Leave it empty to keep yours"
          autoComplete="new-password"
          {...fieldOf(form, "password")}
        />
        <PasswordInput
          label="Confirm new password"
          hint="Type it again"
          autoComplete="new-password"
          {...fieldOf(form, "confirm")}
        />
      </div>
      {sensitive && (
        <div className="grid gap-4 rounded-m bg-sunk p-4">
          <PasswordInput
            label="Current password"
            hint="Needed to change your email or password."
            autoComplete="current-password"
            {...fieldOf(form, "currentPassword")}
          />
          {withCode && <SecondFactorCodeInput {...fieldOf(form, "code")} />}
        </div>
      )}
    </fieldset>
  );
}
