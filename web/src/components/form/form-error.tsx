import { CircleAlert } from "lucide-react";
import { type Ref, useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/**
 * What went wrong with the form as a whole, as `showServerErrors` left it. It takes the focus, unless
 * a field is wrong too, which has it then.
 */
export function FormError<Values extends FieldValues>({ form }: { form: UseFormReturn<Values> }) {
  const { errors, submitCount, isSubmitting } = form.formState;
  const message = errors.root?.server?.message;
  const wrongField = Object.keys(errors).some((name) => name !== "root");
  const told = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same message after another try takes the focus again
  useEffect(() => {
    if (message && !wrongField && !isSubmitting) told.current?.focus();
  }, [message, submitCount, isSubmitting]);
  return <FormMessage ref={told}>{message}</FormMessage>;
}

interface FormMessageProps {
  children?: string | undefined;
  /** The words, which can take the focus. */
  ref?: Ref<HTMLParagraphElement>;
}

/** The same look for a message that is not part of a form's state. */
export function FormMessage({ children, ref }: FormMessageProps) {
  return (
    <div role="alert" className="contents">
      {children && (
        <p
          ref={ref}
          tabIndex={-1}
          className="flex gap-2.5 rounded-s bg-danger-soft px-4 py-3 font-medium text-danger"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {children}
        </p>
      )}
    </div>
  );
}
