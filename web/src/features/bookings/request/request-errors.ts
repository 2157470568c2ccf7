import type { FieldErrors, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError, messageOf } from "@/lib/api";
import type { PayWith } from "../api/use-send-request";
import { requestSchema } from "./request-schema";
import { formFields, REQUIRED, type RequestValues, requestFields } from "./schema";

const fieldOf: Record<string, keyof RequestValues> = formFields;

/** Shows the server's errors on the form; returns false if the error is about the payment. */
export function showRequestErrors(
  form: UseFormReturn<RequestValues>,
  error: unknown,
  method: PayWith,
): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === "bookings.slot_taken" || error.code === "bookings.hours_changed") {
    form.setError("time", { message: error.message });
    return true;
  }
  const placed = Object.entries(error.fields).filter(([name]) => name in fieldOf);
  for (const [name, message] of placed) {
    const field = fieldOf[name];
    if (field) form.setError(field, { message });
  }
  if (placed.length > 0) return true;
  if (method === "none") form.setError("root.server", { message: messageOf(error) });
  return false;
}

/**
 * Returns the sentence beside the button while a required field is empty, followed by the first
 * other error. A field counts as empty only while it shows the schema's own error: a time that is
 * no longer free was cleared, and shows another.
 */
export function missingText(
  values: RequestValues,
  errors: FieldErrors<RequestValues>,
): string | undefined {
  const { error } = z.safeParse(requestSchema, values);
  const names = Object.keys(requestFields) as (keyof RequestValues)[];
  const wrong = names.filter((name) => errors[name]);
  const empty = wrong.filter((name) => {
    const value = values[name];
    return (
      typeof value === "string" &&
      value.trim() === "" &&
      error?.issues.some(
        ({ path, message }) => path[0] === name && message === errors[name]?.message,
      )
    );
  });
  if (empty.length === 0) return undefined;
  const other = wrong.find((name) => !empty.includes(name));
  return [REQUIRED, other && errors[other]?.message].filter(Boolean).join(" ");
}

/** Checks whether the cancellation policy changed since it was shown. */
export function isPolicyChange(error: unknown): boolean {
  return error instanceof ApiError && error.code === "bookings.policy_changed";
}

/** Returns the error text of the payment dialog, which also says whether money was taken. */
export function paymentError(error: unknown): string | undefined {
  if (!error) return undefined;
  if (!(error instanceof ApiError)) return "Something went wrong. Please try again.";
  if (error.status === 0) {
    return "We can't reach the server. Check your connection and try again: you will not pay twice.";
  }
  return `Error: ${error.message}`;
}
