import { dayParts } from "@/lib/format";

/** The day of an event as a tile. Decorative: the text beside it repeats the day. */
export function DateTile({ at }: { at: string }) {
  const { weekday, day, month } = dayParts(at);
  return (
    <span
      aria-hidden="true"
      className="num grid w-14 shrink-0 justify-items-center self-start rounded-s bg-spark-soft px-2 py-1.5 text-spark-deep"
    >
      <span className="text-small leading-tight font-semibold">{weekday}</span>
      <span className="font-display text-title leading-tight font-bold">{day}</span>
      <span className="text-small leading-tight font-semibold">{month}</span>
    </span>
  );
}
