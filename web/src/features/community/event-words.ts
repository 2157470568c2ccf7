import type { Schemas } from "@/lib/api";
import { formatDateAndTime, formatTime } from "@/lib/format";

export type CommunityEvent = Schemas["CommunityEvent"];

/** Returns start and end: `Sat 21 Nov, 10:00 to 12:00`; with the day of the end if it is another. */
export function eventTime({ starts_at, ends_at }: CommunityEvent): string {
  const start = formatDateAndTime(starts_at);
  const end = formatDateAndTime(ends_at);
  const sameDay = start.slice(0, start.lastIndexOf(",")) === end.slice(0, end.lastIndexOf(","));
  return `${start} to ${sameDay ? formatTime(ends_at) : end}`;
}

/** Returns how many places are left, or how many wait: `3 places left`, `Full, 2 waiting`. */
export function placesInWords({ places_left, joined, waiting }: CommunityEvent): string {
  if (places_left == null) return `${joined} joined`;
  if (places_left > 0) return `${places_left} ${places_left === 1 ? "place" : "places"} left`;
  return waiting > 0 ? `Full, ${waiting} waiting` : "Full";
}
