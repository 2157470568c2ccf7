import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, messageOf } from "./error";

/**
 * Places the server's messages on a form: each named field beside its input, all others as the
 * form's own error. `<FormError form={form} />` shows the latter, and the errors of fields not on
 * the screen. `Form` focuses the first. `fallback` is used when the server gave no message.
 */
export function showServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fallback?: string,
): void {
  const known = new Set(Object.keys(form.getValues()));
  const named = error instanceof ApiError ? Object.entries(error.fields) : [];
  // A field of a list is named as in `risks.3.evidence`.
  const placed = named.filter(([name]) => known.has(name.split(".")[0] ?? name));
  for (const [name, message] of placed) {
    form.setError(name as Path<Values>, { type: "server", message });
  }
  if (placed.length === 0) {
    form.setError("root.server", { type: "server", message: messageOf(error, fallback) });
  }
}
