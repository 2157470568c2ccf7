import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { Input } from "./input";

type Field = { field: UseFormRegisterReturn; error: FieldError | undefined };

/** First and last name, side by side where there is room. */
export function NameFields({ first, last }: { first: Field; last: Field }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Input
        label="First name"
        autoComplete="given-name"
        error={first.error?.message}
        {...first.field}
      />
      <Input
        label="Last name"
        autoComplete="family-name"
        error={last.error?.message}
        {...last.field}
      />
    </div>
  );
}
