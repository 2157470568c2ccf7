/** Formats a waiting time, rounded up: `1 second`, `42 seconds`, `3 minutes`, `2 hours`. */
export function formatDuration(seconds: number): string {
  if (seconds < 100) return count(Math.max(1, Math.ceil(seconds)), "second");
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? count(minutes, "minute") : count(Math.ceil(minutes / 60), "hour");
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

const hours = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });

/** Formats a length in hours: `1 hour`, `1.5 hours`. */
export function formatHours(length: number): string {
  return length === 1 ? "1 hour" : `${hours.format(length)} hours`;
}

const DAY = 24;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;
/** A year of rules that allow for the leap day. */
const LONG_YEAR = 366 * DAY;

/** Months are named from here on: below, days say more precisely when something goes. */
const FIRST_MONTHS = 6 * MONTH;

/**
 * Formats a time for which data is kept, in whole units: `1 hour`, `36 hours`, `7 days`,
 * `6 months`, `1 year`.
 */
export function formatRetention(hours: number): string {
  for (const year of [YEAR, LONG_YEAR]) {
    if (hours % year === 0) return count(hours / year, "year");
  }
  if (hours >= FIRST_MONTHS && hours % MONTH === 0) return count(hours / MONTH, "month");
  return hours % DAY === 0 ? count(hours / DAY, "day") : count(hours, "hour");
}
