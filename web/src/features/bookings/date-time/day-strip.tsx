import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "@/components/button";
import { cx } from "@/lib/cx";
import { formatDay } from "@/lib/format";
import type { FreeDay } from "./free-days";

interface DayStripProps {
  /** The seven visible dates. */
  dates: readonly string[];
  /** Free times of the dates; those still loading are missing. */
  days: readonly FreeDay[];
  /** The chosen date; empty before a choice. */
  value: string;
  onChoose: (date: string) => void;
  /** Shows another week; absent where there is none. */
  onEarlier?: (() => void) | undefined;
  onLater?: (() => void) | undefined;
  /** Id of the message about a missing choice. */
  errorId: string | undefined;
}

/** Seven days to choose from: radio buttons, so that the arrow keys work as usual. */
export function DayStrip(props: DayStripProps) {
  const { dates, days, value, onChoose, onEarlier, onLater, errorId } = props;
  return (
    <div className="grid gap-2" data-invalid={errorId && true}>
      <div className="flex items-center justify-between">
        <IconButton
          label="Earlier days"
          disabled={!onEarlier}
          className={arrowClass}
          onClick={onEarlier}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <p aria-live="polite" className="num font-semibold">
          {formatRange(dates)}
        </p>
        <IconButton label="Later days" disabled={!onLater} className={arrowClass} onClick={onLater}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <fieldset aria-describedby={errorId}>
        <legend className="sr-only">Day</legend>
        <div className="grid grid-cols-7 gap-1 sm:gap-2">
          {dates.map((date) => (
            <Day
              key={date}
              date={date}
              free={days.find((day) => day.date === date)?.times.length}
              checked={date === value}
              onChoose={() => onChoose(date)}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

const arrowClass = "disabled:opacity-45";

interface DayProps {
  date: string;
  /** Number of free times; undefined while loading. */
  free: number | undefined;
  checked: boolean;
  onChoose: () => void;
}

function Day({ date, free, checked, onChoose }: DayProps) {
  const [weekday, day] = partsOf(date);
  return (
    <label
      className={cx(
        "relative grid min-h-16 place-content-center justify-items-center rounded-s transition-colors",
        "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf",
        checked && "bg-ink text-paper",
        !checked && free !== 0 && "bg-card ring-[1.5px] ring-inset ring-edge hover:bg-sunk",
        free === 0 ? "text-ink-3" : "cursor-pointer",
        free === undefined && "animate-shimmer",
      )}
    >
      <input
        type="radio"
        name="free-day"
        value={date}
        checked={checked}
        disabled={!free}
        onChange={onChoose}
        // As large as its label, so that touch exploration finds it.
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-auto"
      />
      <span className="sr-only">
        {formatDay(noon(date))}
        {free === 0 && ", nothing free"}
      </span>
      <span aria-hidden="true" className="text-tiny font-semibold">
        {weekday}
      </span>
      <span
        aria-hidden="true"
        className={cx("num font-display text-title font-bold", free === 0 && "line-through")}
      >
        {day}
      </span>
    </label>
  );
}

/** Returns noon on a date, for formatters that take an instant. */
export function noon(date: string): string {
  return `${date}T12:00:00Z`;
}

/** Returns `Sat` and `21`. */
function partsOf(date: string): [string, string] {
  const at = new Date(noon(date));
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", ...options }).format(at);
  return [format({ weekday: "short" }), format({ day: "numeric" })];
}

const rangeFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  day: "numeric",
  month: "long",
});

/** Returns `21–27 November`. */
function formatRange(dates: readonly string[]): string {
  const [first, last] = [dates[0] ?? "", dates.at(-1) ?? ""];
  return rangeFormat.formatRange(new Date(noon(first)), new Date(noon(last)));
}
