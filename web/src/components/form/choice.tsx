import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { FieldError } from "./field";

interface ChoiceProps extends Omit<ComponentProps<"input">, "type" | "value" | "className"> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  options: readonly { value: string; label: string }[];
}

/** A few short answers, each a tap away: native radio buttons in a row. */
export function Choice({ label, hint, error, options, ...input }: ChoiceProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  return (
    <fieldset
      data-invalid={error && true}
      aria-describedby={described.join(" ") || undefined}
      className="grid gap-1.5"
    >
      <legend className="mb-1.5 font-semibold">{label}</legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-small text-ink-2">
          {hint}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex min-h-11 cursor-pointer items-center rounded-full bg-card px-4 font-semibold ring-[1.5px] ring-inset ring-edge transition-colors hover:bg-sunk has-checked:bg-ink has-checked:text-paper has-checked:ring-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
          >
            <input
              {...input}
              type="radio"
              value={option.value}
              // As large as its label, so that touch exploration finds it.
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
