import type { Schemas } from "@/lib/api";
import { toLocalInput } from "@/lib/format";

/** A day with the times at which a booking can begin, in London time. */
export interface FreeDay {
  /** Date, such as `2026-12-24`. */
  date: string;
  /** Sorted times, such as `09:30`. */
  times: string[];
}

export const WEEK = 7;
/** Number of days loaded at once. */
export const BLOCK = 4 * WEEK;

const DAY_MS = 86_400_000;

/** Converts the server's free times to London time. At a clock change, one start may come twice. */
export function toFreeDays(days: readonly Schemas["FreeDay"][]): FreeDay[] {
  return days.map(({ date, slots }) => {
    const times = slots.map((slot) => toLocalInput(new Date(slot)).slice(11));
    return { date, times: [...new Set(times)] };
  });
}

/** Returns today's date in London. */
export function londonToday(now = new Date()): string {
  return toLocalInput(now).slice(0, 10);
}

/** Returns the date `days` days after another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the seven dates of a week, counted from the first day that can be booked. */
export function weekDates(today: string, week: number): string[] {
  return Array.from({ length: WEEK }, (_, day) => addDays(today, week * WEEK + day));
}

/** Returns the week of a date; the first for a past date, or none. */
export function weekOf(today: string, date: string): number {
  const days = (Date.parse(date) - Date.parse(today)) / DAY_MS;
  return days > 0 ? Math.floor(days / WEEK) : 0;
}

/** Returns the first day from `date` on with a free time. */
export function firstFreeDay(days: readonly FreeDay[], date: string): FreeDay | undefined {
  return days.find((day) => day.date >= date && day.times.length > 0);
}

const PARTS_OF_DAY = [
  { name: "Morning", before: "12:00" },
  { name: "Afternoon", before: "17:00" },
  { name: "Evening", before: "24:00" },
] as const;

/** Groups times by the parts of the day, without empty parts. */
export function groupByPartOfDay(times: readonly string[]): { name: string; times: string[] }[] {
  let from = "";
  const parts = PARTS_OF_DAY.map(({ name, before }) => {
    const own = times.filter((time) => time >= from && time < before);
    from = before;
    return { name, times: own };
  });
  return parts.filter((part) => part.times.length > 0);
}
