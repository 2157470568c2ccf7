import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, messageOf } from "./error";

/**
 * Places the server's messages on the form: each named field beside its input, with
 * the first one focused, and everything else as the form's own error, which
 * `<FormError form={form} />` shows. `fallback` is used when the server gave no message.
 */
export function showServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fallback?: string,
): void {
  const known = new Set(Object.keys(form.getValues()));
  const named = error instanceof ApiError ? Object.entries(error.fields) : [];
  const placed = named.filter(([name]) => known.has(name));
  placed.forEach(([name, message], index) => {
    form.setError(name as Path<Values>, { type: "server", message }, { shouldFocus: index === 0 });
  });
  if (placed.length === 0) {
    form.setError("root.server", { type: "server", message: messageOf(error, fallback) });
  }
}
