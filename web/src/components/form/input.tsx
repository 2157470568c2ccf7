import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { cx } from "@/lib/cx";
import { controlClass, Field, type FieldText } from "./field";

type InputProps = Omit<ComponentProps<"input">, "className" | "prefix"> &
  FieldText & {
    /** Shown inside, before the text, such as `£`. */
    prefix?: ReactNode;
  };

export function Input({ label, hint, error, optional, className, prefix, ...rest }: InputProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      className={className}
      id={rest.id}
    >
      {(control) => (
        <span className="relative block">
          {prefix && (
            <span
              aria-hidden="true"
              className="absolute inset-y-0 left-3.5 grid place-items-center text-ink-2"
            >
              {prefix}
            </span>
          )}
          <input
            {...rest}
            {...control}
            className={cx(controlClass, prefix !== undefined && "pl-9")}
          />
        </span>
      )}
    </Field>
  );
}

/** A password field with a button to show the text. Set `autoComplete` for password managers. */
export function PasswordInput({
  label,
  hint,
  error,
  className,
  onShown,
  ...rest
}: Omit<InputProps, "prefix" | "optional" | "type"> & {
  /** Called when the password is shown or hidden. */
  onShown?: (shown: boolean) => void;
}) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error} className={className} id={rest.id}>
      {(control) => (
        <span className="relative block">
          <input
            {...rest}
            {...control}
            type={shown ? "text" : "password"}
            className={cx(controlClass, "pr-12")}
          />
          <button
            type="button"
            aria-label={shown ? "Hide password" : "Show password"}
            aria-controls={control.id}
            onClick={() => {
              setShown(!shown);
              onShown?.(!shown);
            }}
            className="absolute inset-y-0 right-0.5 my-auto grid size-11 place-items-center rounded-full text-ink-2 hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </span>
      )}
    </Field>
  );
}

type TextareaProps = Omit<ComponentProps<"textarea">, "className"> & FieldText;

export function Textarea({
  label,
  hint,
  error,
  optional,
  className,
  rows = 4,
  ...rest
}: TextareaProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      className={className}
      id={rest.id}
    >
      {(control) => <textarea rows={rows} {...rest} {...control} className={controlClass} />}
    </Field>
  );
}

type SelectProps = Omit<ComponentProps<"select">, "className"> & FieldText;

/** The browser's own select, so that phones show their own list. Children are its options. */
export function Select({ label, hint, error, optional, className, ...rest }: SelectProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      className={className}
      id={rest.id}
    >
      {(control) => (
        <select {...rest} {...control} className={cx(controlClass, "cursor-pointer")} />
      )}
    </Field>
  );
}
