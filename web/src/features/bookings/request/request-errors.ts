import type { UseFormReturn } from "react-hook-form";
import { ApiError, messageOf } from "@/lib/api";
import { formFields, type RequestValues } from "./schema";
import type { PayWith } from "./use-send-request";

const fieldOf: Record<string, keyof RequestValues> = formFields;

/** Shows on the form what the server says about the form; false when it is about the payment. */
export function showRequestErrors(
  form: UseFormReturn<RequestValues>,
  error: unknown,
  method: PayWith,
): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === "bookings.slot_taken" || error.code === "bookings.hours_changed") {
    form.setError("time", { message: error.message }, { shouldFocus: true });
    return true;
  }
  const placed = Object.entries(error.fields).filter(([name]) => name in fieldOf);
  for (const [name, message] of placed) {
    const field = fieldOf[name];
    if (field) form.setError(field, { message }, { shouldFocus: true });
  }
  if (placed.length > 0) return true;
  if (method === "none") form.setError("root.server", { message: messageOf(error) });
  return false;
}

/** Whether calling it off costs something else than the person was told. */
export function isPolicyChange(error: unknown): boolean {
  return error instanceof ApiError && error.code === "bookings.policy_changed";
}

/** What to say in the payment dialog, and what it means for the person's money. */
export function paymentError(error: unknown): string | undefined {
  if (!error) return undefined;
  if (!(error instanceof ApiError)) return "Something went wrong. Please try again.";
  if (error.status === 0) {
    return "We can't reach the server. Check your connection and try again: you will not pay twice.";
  }
  return `Error: ${error.message}`;
}
