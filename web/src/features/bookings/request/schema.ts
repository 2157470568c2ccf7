import * as z from "zod/mini";
import { fromLocalInput, toLocalInput } from "@/lib/format";

export const REQUIRED = "Please fill in all required fields.";
export const MAX_HOURS = 12;
const MAX_MONTHS_AHEAD = 18;

/** What a request says, complete or not; the date and the time are London's. */
export const requestFields = {
  description: z.string(),
  location: z.string(),
  /** Of the suggestion that was picked; none once the text was typed on. */
  point: z.nullable(z.object({ lat: z.number(), lon: z.number() })),
  date: z.string(),
  time: z.string(),
  /** Whether the two were typed instead of chosen among the free times. */
  typed: z.boolean(),
  hours: z.number(),
};

/** A request that can be sent. */
export const requestSchema = z
  .object({
    ...requestFields,
    description: requestFields.description.check(
      z.trim(),
      z.minLength(1, "Say what you need"),
      z.maxLength(2000, "Please keep it to 2000 characters"),
    ),
    location: requestFields.location.check(
      z.trim(),
      z.minLength(1, "Say where"),
      z.maxLength(200, "Please keep it to 200 characters"),
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
  location: "",
  point: null,
  date: "",
  time: "",
  typed: false,
  hours: 1,
};

/** What the call is sent of it. */
export function sentFields(values: RequestValues) {
  return {
    description: values.description,
    booking_location: values.location,
    booking_lat: values.point?.lat,
    booking_lon: values.point?.lon,
    booking_date: fromLocalInput(`${values.date}T${values.time}`),
    hours: values.hours,
  };
}

/** The form's field for each field of the call. */
export const formFields: Record<keyof ReturnType<typeof sentFields>, keyof RequestValues> = {
  description: "description",
  booking_location: "location",
  booking_lat: "location",
  booking_lon: "location",
  booking_date: "date",
  hours: "hours",
};

function startError(start: Date, now = new Date()): string | undefined {
  if (start <= now) return "Choose a time in the future";
  return start > latestDate(now) ? "Choose a date within the next 18 months" : undefined;
}

function latestDate(now: Date): Date {
  const date = new Date(now);
  date.setMonth(date.getMonth() + MAX_MONTHS_AHEAD);
  return date;
}

/** The first and last day that can be booked, as a date field takes them. */
export function bookableDays(now = new Date()): { min: string; max: string } {
  const day = (date: Date) => toLocalInput(date).slice(0, 10);
  return { min: day(now), max: day(latestDate(now)) };
}
