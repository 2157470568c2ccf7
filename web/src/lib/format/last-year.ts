import { toLocalInput } from "./dates";

/** Returns the day in London, as `2026-03-02`. */
export function londonDay(at: Date): string {
  return toLocalInput(at).slice(0, 10);
}

/** Returns the first and the last day of the year that ends with a day in London. */
export function lastYear(now: Date): { from: string; to: string } {
  const to = londonDay(now);
  const start = new Date(`${to}T12:00:00Z`);
  start.setUTCFullYear(start.getUTCFullYear() - 1);
  start.setUTCDate(start.getUTCDate() + 1);
  return { from: start.toISOString().slice(0, 10), to };
}
