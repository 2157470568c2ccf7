import type { ComponentProps } from "react";
import { Input } from "./input";

/** Field for a second-factor code, in front of a sensitive action. */
export function SecondFactorCodeInput(
  props: Omit<ComponentProps<typeof Input>, "label" | "autoComplete">,
) {
  return (
    <Input
      label="Code"
      hint="The six digits in your authenticator app, or one of your recovery codes."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
