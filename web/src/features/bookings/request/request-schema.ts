import * as z from "zod/mini";
import { fromLocalInput } from "@/lib/format";
import { requestFields, startError } from "./schema";

/** Highest cap of expenses, in pounds. */
const MAX_CAP = 200;

/** A postcode such as `LS1 4DY`, with or without the space. */
const POSTCODE = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i;

/** Checks for a house and street, by number or name, that could be found. */
function isStreet(text: string): boolean {
  const words = text.split(/[\s,]+/).filter((word) => /[\p{L}\d]/u.test(word));
  return words.length >= 2 && (words.length >= 3 || /\d/.test(text));
}

/** Checks for a cap of expenses, or none. */
function isCap(text: string): boolean {
  return text === "" || (/^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= MAX_CAP);
}

/** A request that is complete. */
export const requestSchema = z
  .object({
    ...requestFields,
    description: requestFields.description.check(
      z.trim(),
      z.minLength(1, "Say what you need"),
      z.maxLength(2000, "Please keep it to 2000 characters"),
    ),
    street: requestFields.street.check(
      z.trim(),
      z.refine(isStreet, "Enter the house and the street: 14 Crown Street"),
      z.maxLength(80, "Please keep it to 80 characters"),
    ),
    location: requestFields.location.check(
      z.trim(),
      z.minLength(1, "Enter the town"),
      z.maxLength(80, "Please keep it to 80 characters"),
    ),
    zip_code: requestFields.zip_code.check(
      z.trim(),
      z.regex(POSTCODE, "Enter the whole postcode: LS1 4DY"),
    ),
    expensesCap: requestFields.expensesCap.check(
      z.trim(),
      z.refine(isCap, `Enter an amount of up to ${MAX_CAP} pounds, such as 15 or 15.50`),
    ),
    date: requestFields.date.check(z.minLength(1, "Choose a date")),
    time: requestFields.time.check(z.minLength(1, "Choose a time")),
  })
  .check((context) => {
    const { date, time } = context.value;
    if (!date || !time) return;
    const message = startError(new Date(fromLocalInput(`${date}T${time}`)));
    if (message) {
      context.issues.push({ code: "custom", message, path: ["date"], input: context.value });
    }
  });
