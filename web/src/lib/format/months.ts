import { londonDay } from "./last-year";

/** Number of months that can be chosen. */
const MONTHS = 24;

/** Returns the newest months, the present one first, as `2026-03`. */
export function recentMonths(now = new Date()): string[] {
  const current = londonDay(now).slice(0, 7);
  return Array.from({ length: MONTHS }, (_, back) => monthsBefore(current, back));
}

/** Returns the month so many months before another, as `2026-03`. */
export function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7);
}
