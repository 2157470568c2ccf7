import { CircleAlert } from "lucide-react";
import { useEffect } from "react";
import type { FieldErrors, FieldValues, UseFormReturn } from "react-hook-form";
import { useFormState } from "./form";

interface FormErrorProps<Values extends FieldValues> {
  /** Form with the errors that `showServerErrors` left. */
  form?: UseFormReturn<Values>;
  /** Whether the button may be in view while every field is out of it. */
  apart?: boolean;
  /** Error of a form that keeps its own state. */
  children?: string | undefined;
}

/**
 * The form's error beside its button, or else the first field's error, which may be out of view. A
 * server error for a field that is not on the screen counts as one of the whole form.
 */
export function FormError<Values extends FieldValues>(props: FormErrorProps<Values>) {
  const { form, apart = false, children } = props;
  const { fieldError, sentence, hiddenFieldError, report } = useFormState();
  const errors = form?.formState.errors;
  // Runs before the form around it compares these messages with the fields' own.
  useEffect(() => report(serverErrors(errors)));
  const message = errors?.root?.server?.message ?? children ?? hiddenFieldError;
  const repeated = apart ? fieldError : sentence;
  return (
    <>
      <div role="alert" className="contents">
        {message && <Message whole>{message}</Message>}
      </div>
      {/* Not an alert: the field itself has the focus, and is read. */}
      {!message && repeated && <Message>{repeated}</Message>}
    </>
  );
}

/** Returns the messages that `showServerErrors` left on fields. */
function serverErrors(errors: FieldErrors | undefined): string[] {
  return Object.values(errors ?? {}).flatMap((error) =>
    error?.type === "server" && typeof error.message === "string" ? [error.message] : [],
  );
}

/** A message in the same style that is not part of a form's state. */
export function FormMessage({ children }: { children?: string | undefined }) {
  return (
    <div role="alert" className="contents">
      {children && <Message>{children}</Message>}
    </div>
  );
}

function Message({ children, whole }: { children: string; whole?: boolean }) {
  return (
    <p
      tabIndex={whole ? -1 : undefined}
      data-form-error={whole}
      className="flex gap-2.5 rounded-s bg-danger-soft px-4 py-3 font-medium text-danger"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {children}
    </p>
  );
}
