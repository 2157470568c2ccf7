import { formatDayInSentence } from "@/lib/format";

/** Returns when a payment goes to the neighbour who did the work. */
export function settlesText(at: string): string {
  const day = formatDayInSentence(at);
  return `Typically settles ${/^to/.test(day) ? day : `on ${day}`}`;
}
