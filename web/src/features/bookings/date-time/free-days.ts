import type { Schemas } from "@/lib/api";
import { toLocalInput } from "@/lib/format";

/** A day with the times at which a booking can begin, all as London's clocks show them. */
export interface FreeDay {
  /** `2026-12-24`. */
  date: string;
  /** `09:30`, in order. */
  times: string[];
}

export const WEEK = 7;
/** How much is loaded at once. */
export const BLOCK = 4 * WEEK;

const DAY_MS = 86_400_000;

/** What the server says, by London's clocks. Where they skip an hour, one start may come twice. */
export function toFreeDays(days: readonly Schemas["FreeDay"][]): FreeDay[] {
  return days.map(({ date, slots }) => {
    const times = slots.map((slot) => toLocalInput(new Date(slot)).slice(11));
    return { date, times: [...new Set(times)] };
  });
}

/** Today as London counts it. */
export function londonToday(now = new Date()): string {
  return toLocalInput(now).slice(0, 10);
}

/** The date so many days after another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The seven dates of a week, counted from the first day that can be booked. */
export function weekDates(today: string, week: number): string[] {
  return Array.from({ length: WEEK }, (_, day) => addDays(today, week * WEEK + day));
}

/** The week that a date lies in; the first for one gone by, or for no date. */
export function weekOf(today: string, date: string): number {
  const days = (Date.parse(date) - Date.parse(today)) / DAY_MS;
  return days > 0 ? Math.floor(days / WEEK) : 0;
}

/** The first day from `date` on with a free time. */
export function firstFreeDay(days: readonly FreeDay[], date: string): FreeDay | undefined {
  return days.find((day) => day.date >= date && day.times.length > 0);
}

const PARTS_OF_DAY = [
  { name: "Morning", before: "12:00" },
  { name: "Afternoon", before: "17:00" },
  { name: "Evening", before: "24:00" },
] as const;

/** The times of a day by its parts; those without a time are left out. */
export function groupByPartOfDay(times: readonly string[]): { name: string; times: string[] }[] {
  let from = "";
  const parts = PARTS_OF_DAY.map(({ name, before }) => {
    const own = times.filter((time) => time >= from && time < before);
    from = before;
    return { name, times: own };
  });
  return parts.filter((part) => part.times.length > 0);
}
