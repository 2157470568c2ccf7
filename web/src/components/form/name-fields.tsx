import type { ComponentProps } from "react";
import type { fieldOf } from "@/lib/form";
import { Input } from "./input";

interface NameFieldsProps {
  first: ReturnType<typeof fieldOf>;
  last: ReturnType<typeof fieldOf>;
  enterKeyHint?: ComponentProps<"input">["enterKeyHint"];
}

/** First and last name, side by side where there is room. */
export function NameFields({ first, last, enterKeyHint }: NameFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Input label="First name" autoComplete="given-name" enterKeyHint={enterKeyHint} {...first} />
      <Input label="Last name" autoComplete="family-name" enterKeyHint={enterKeyHint} {...last} />
    </div>
  );
}
