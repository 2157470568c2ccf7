import * as z from "zod/mini";
import { fromLocalInput, toLocalInput } from "@/lib/format";

export const REQUIRED = "Please fill in all required fields.";
export const MAX_HOURS = 12;
const MAX_MONTHS_AHEAD = 18;

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

export type RequestValues = z.infer<z.ZodMiniObject<typeof requestFields>>;

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
