import type { ComponentProps } from "react";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { Input } from "./input";

type Field = { field: UseFormRegisterReturn; error: FieldError | undefined };

interface NameFieldsProps {
  first: Field;
  last: Field;
  enterKeyHint?: ComponentProps<"input">["enterKeyHint"];
}

/** First and last name, side by side where there is room. */
export function NameFields({ first, last, enterKeyHint }: NameFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Input
        label="First name"
        autoComplete="given-name"
        enterKeyHint={enterKeyHint}
        error={first.error?.message}
        {...first.field}
      />
      <Input
        label="Last name"
        autoComplete="family-name"
        enterKeyHint={enterKeyHint}
        error={last.error?.message}
        {...last.field}
      />
    </div>
  );
}
