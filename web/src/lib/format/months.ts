import { londonDay } from "./last-year";

/** Number of months that can be chosen. */
const MONTHS = 24;

/** Returns the newest months, the present one first, as `2026-03`. */
export function recentMonths(now = new Date()): string[] {
  const [year = 0, month = 1] = londonDay(now).split("-").map(Number);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}
