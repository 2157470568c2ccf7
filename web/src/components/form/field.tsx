import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "@/lib/cx";

export interface FieldText {
  label: string;
  /** Help under the label, shown before any error. */
  hint?: ReactNode;
  error?: string | undefined;
  /** Adds '(optional)' to the label. */
  optional?: boolean;
  className?: string;
}

interface ControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps extends FieldText {
  id?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A label, a control and its error, linked for assistive technology. */
export function Field({ label, hint, error, optional, className, id, children }: FieldProps) {
  const made = useId();
  const control = id ?? made;
  const hintId = `${control}-hint`;
  const errorId = `${control}-error`;
  const describedBy = cx(hint !== undefined && hintId, error && errorId) || undefined;
  return (
    <div className={cx("grid gap-1.5", className)}>
      <label htmlFor={control} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-2"> (optional)</span>}
      </label>
      {hint !== undefined && (
        <p id={hintId} className="text-small text-ink-2">
          {hint}
        </p>
      )}
      {children({
        id: control,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy,
      })}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

/** The error under a control; announced when it appears. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  return (
    <p
      id={id}
      data-field-error
      aria-live="polite"
      className={cx("text-small font-medium text-danger", !children && "hidden")}
    >
      {children && (
        <>
          <CircleAlert aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
          {children}
        </>
      )}
    </p>
  );
}

/** Classes shared by every text control. */
export const controlClass =
  "w-full min-h-12 rounded-s border-[1.5px] border-edge bg-card px-3.5 py-2.5 text-body text-ink placeholder:text-ink-3 aria-invalid:border-danger disabled:opacity-60 [&[readonly]]:bg-sunk";
