import { CircleAlert } from "lucide-react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/** What went wrong with the form as a whole, as `showServerErrors` left it. */
export function FormError<Values extends FieldValues>({ form }: { form: UseFormReturn<Values> }) {
  const message = form.formState.errors.root?.server?.message;
  return <FormMessage>{message}</FormMessage>;
}

/** The same look for a message that is not part of a form's state. */
export function FormMessage({ children }: { children?: string | undefined }) {
  return (
    <div role="alert" className="contents">
      {children && (
        <p className="flex gap-2.5 rounded-s bg-danger-soft px-4 py-3 font-medium text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {children}
        </p>
      )}
    </div>
  );
}
