import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";

interface SwitchProps {
  label: string;
  /** Explanation under the label. */
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** Switches something on or off at once, without a save button. */
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
      <Base.Root
        id={id}
        nativeButton
        render={<button type="button" />}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        className="group grid min-h-11 shrink-0 place-items-center rounded-full px-1"
      >
        <span className="flex h-8 w-14 items-center rounded-full bg-edge p-1 transition-colors group-data-checked:bg-leaf">
          <Base.Thumb className="size-6 rounded-full bg-card transition-transform data-checked:translate-x-6" />
        </span>
      </Base.Root>
    </div>
  );
}
