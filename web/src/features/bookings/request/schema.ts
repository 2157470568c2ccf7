import * as z from "zod/mini";
import { fromLocalInput, toLocalInput } from "@/lib/format";

export const REQUIRED = "Please fill in all required fields.";
export const MAX_HOURS = 12;
const MAX_MONTHS_AHEAD = 18;

const point = z.nullable(z.object({ lat: z.number(), lon: z.number() }));

/** What a request says; the date and the time are London's. */
export const requestSchema = z
  .object({
    description: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Say what you need"),
        z.maxLength(2000, "Please keep it to 2000 characters"),
      ),
    location: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Say where"),
        z.maxLength(200, "Please keep it to 200 characters"),
      ),
    point,
    date: z.string().check(z.minLength(1, "Choose a date")),
    time: z.string().check(z.minLength(1, "Choose a time")),
    /** Whether the two were typed instead of chosen among the free times. */
    typed: z.boolean(),
    hours: z.number(),
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
