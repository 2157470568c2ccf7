import type { ComponentProps } from "react";
import { Input } from "./input";

/** A code of the second factor, where something sensitive asks for one. */
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
