import { toLocalInput } from "./dates";

/** First year that the server reports earnings of. */
const FIRST = 2024;

/** Returns this year, in British time, and those before, newest first. */
export function recentYears(): number[] {
  const now = Number(toLocalInput(new Date()).slice(0, 4));
  const count = Math.max(now - FIRST + 1, 1);
  return Array.from({ length: count }, (_, index) => now - index);
}
