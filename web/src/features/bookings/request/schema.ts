import * as z from "zod/mini";
import { fromLocalInput, toLocalInput } from "@/lib/format";

export const REQUIRED = "Please fill in all required fields.";
export const MAX_HOURS = 12;
const MAX_MONTHS_AHEAD = 18;
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

/** Fields of a request, complete or not; date and time are in London time. */
export const requestFields = {
  description: z.string(),
  /** House and street. */
  street: z.string(),
  /** Town. */
  location: z.string(),
  zip_code: z.string(),
  /** Whether to store the address in the person's profile. */
  saveAddress: z.boolean(),
  /** Coordinates of the picked suggestion; null after further typing. */
  point: z.nullable(z.object({ lat: z.number(), lon: z.number() })),
  date: z.string(),
  time: z.string(),
  /** Whether date and time were typed instead of chosen among the free times. */
  typed: z.boolean(),
  hours: z.number(),
  /** The most to pay for expenses, in pounds as typed; empty for none. */
  expensesCap: z.string(),
};

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

export type RequestValues = z.infer<typeof requestSchema>;

export const emptyRequest: RequestValues = {
  description: "",
  street: "",
  location: "",
  zip_code: "",
  saveAddress: false,
  point: null,
  date: "",
  time: "",
  typed: false,
  hours: 1,
  expensesCap: "",
};

/** Returns `14 Crown Street, Leeds, LS1 4DY`. */
export function placeOf(values: Pick<RequestValues, "street" | "location" | "zip_code">): string {
  const { street, location, zip_code } = values;
  return [street, location, zip_code.toUpperCase()]
    .map((line) => line.trim())
    .filter(Boolean)
    .join(", ");
}

/** Returns the start of the booking; undefined until date and time are chosen. */
export function startOf({ date, time }: RequestValues): string | undefined {
  return date && time ? fromLocalInput(`${date}T${time}`) : undefined;
}

/** Returns the values for the API call. */
export function sentFields(values: RequestValues) {
  return {
    description: values.description,
    booking_location: placeOf(values),
    booking_lat: values.point?.lat,
    booking_lon: values.point?.lon,
    booking_date: fromLocalInput(`${values.date}T${values.time}`),
    hours: values.hours,
    expensesCap: values.expensesCap ? Number(values.expensesCap) : undefined,
  };
}

/** The form's field for each field of the API call. */
export const formFields: Record<keyof ReturnType<typeof sentFields>, keyof RequestValues> = {
  description: "description",
  booking_location: "street",
  booking_lat: "street",
  booking_lon: "street",
  booking_date: "date",
  hours: "hours",
  expensesCap: "expensesCap",
};

/** Returns the error in a start time; undefined if it can be booked. */
export function startError(start: Date, now = new Date()): string | undefined {
  if (start <= now) return "Choose a time in the future";
  return start > latestDate(now) ? "Choose a date within the next 18 months" : undefined;
}

function latestDate(now: Date): Date {
  const date = new Date(now);
  date.setMonth(date.getMonth() + MAX_MONTHS_AHEAD);
  return date;
}

/** Returns the first and last day that can be booked, in the format of a date field. */
export function bookableDays(now = new Date()): { min: string; max: string } {
  const day = (date: Date) => toLocalInput(date).slice(0, 10);
  return { min: day(now), max: day(latestDate(now)) };
}
