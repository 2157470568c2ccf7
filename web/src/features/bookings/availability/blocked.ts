import { addDays } from "../date-time/free-days";

/** Consecutive dates, first and last included. */
export interface Range {
  first: string;
  last: string;
}

/** Most dates that can be blocked at one time. */
const MAX_BLOCKED = 366;

/** Returns the dates as sorted ranges, without duplicates. */
export function toRanges(dates: readonly string[]): Range[] {
  const ranges: Range[] = [];
  for (const date of [...new Set(dates)].sort()) {
    const open = ranges.at(-1);
    if (open && addDays(open.last, 1) === date) open.last = date;
    else ranges.push({ first: date, last: date });
  }
  return ranges;
}

/** Returns the dates of a range; at most one more than can be blocked. */
export function datesOf({ first, last }: Range): string[] {
  const dates: string[] = [];
  for (let date = first; date <= last && dates.length <= MAX_BLOCKED; date = addDays(date, 1)) {
    dates.push(date);
  }
  return dates;
}

/** Returns the dates together with those of the range. */
export function addRange(dates: readonly string[], range: Range): string[] {
  return [...new Set([...dates, ...datesOf(range)])].sort();
}

export function removeRange(dates: readonly string[], { first, last }: Range): string[] {
  return dates.filter((date) => date < first || date > last);
}

/** Returns the error in blocking these dates; `last` may be empty for a single day. */
export function rangeError(
  dates: readonly string[],
  first: string,
  last: string,
  today: string,
): string | undefined {
  if (!first) return "Choose a date";
  if (first < today) return "Choose a date from today on";
  if (last && last < first) return "The last day must not be before the first";
  const all = addRange(dates, { first, last: last || first });
  return all.length > MAX_BLOCKED ? `You can block ${MAX_BLOCKED} dates at most` : undefined;
}
