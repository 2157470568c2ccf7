import { type ReactNode, useId } from "react";
import { cx } from "@/lib/cx";

interface SwitchProps {
  label: string;
  /** What it means, under the label. */
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** Turns something on or off at once, without a save. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-small text-ink-2">
            {hint}
          </p>
        )}
      </div>
      <button
        type="button"
        id={id}
        role="switch"
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="grid min-h-11 shrink-0 place-items-center rounded-full px-1"
      >
        <span
          className={cx(
            "flex h-8 w-14 items-center rounded-full p-1 transition-colors",
            checked ? "bg-leaf" : "bg-edge",
          )}
        >
          <span
            className={cx(
              "size-6 rounded-full bg-card transition-transform",
              checked && "translate-x-6",
            )}
          />
        </span>
      </button>
    </div>
  );
}
