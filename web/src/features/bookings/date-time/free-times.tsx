import { useId } from "react";
import { FieldError } from "@/components/form";
import { Loading, Skeleton } from "@/components/skeleton";
import { messageOf } from "@/lib/api";
import { formatDay, formatWhen, fromLocalInput } from "@/lib/format";
import type { useFreeTime } from "../api/use-free-time";
import { DayStrip, noon } from "./day-strip";
import { addDays, type FreeDay, firstFreeDay } from "./free-days";
import { TimeChoice } from "./time-choice";
import type { DateTimeState } from "./use-date-time";

interface FreeTimesProps {
  /** Name of the person to book; undefined for the viewer. */
  name: string | undefined;
  query: ReturnType<typeof useFreeTime>;
  days: readonly FreeDay[];
  /** Dates of the visible week. */
  dates: readonly string[];
  when: DateTimeState;
  onChooseDay: (date: string) => void;
  onChooseTime: (time: string) => void;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
  /** Shows the week of a date. */
  onLook: (date: string) => void;
}

/** The visible week, and the free times of the day chosen in it. */
export function FreeTimes(props: FreeTimesProps) {
  const { name, query, days, dates, when } = props;
  const errorId = useId();
  if (query.isError && !query.data) {
    return (
      <p role="alert" className="rounded-s bg-danger-soft px-4 py-2 font-medium text-danger">
        {messageOf(query.error)}{" "}
        <button type="button" className="min-h-11 underline" onClick={() => query.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (!query.data) return <FreeTimesSkeleton />;
  const { anytime } = query.data;
  const chosen = dates.includes(when.date.value) ? when.date.value : "";
  const times = days.find((day) => day.date === chosen)?.times ?? [];
  const described = when.error ? errorId : undefined;
  return (
    <>
      {anytime && name && (
        <p className="text-small text-ink-2">
          {name} has not set any hours. Suggest a time, and wait for their answer.
        </p>
      )}
      <DayStrip
        dates={dates}
        days={days}
        value={chosen}
        onChoose={props.onChooseDay}
        onEarlier={props.onEarlier}
        onLater={props.onLater}
        errorId={when.errors.date || times.length === 0 ? described : undefined}
      />
      {times.length > 0 ? (
        <TimeChoice
          times={times}
          value={when.time.value}
          onChoose={props.onChooseTime}
          errorId={when.errors.date ? undefined : described}
        />
      ) : (
        <NextFree name={name} anytime={anytime} days={days} dates={dates} onLook={props.onLook} />
      )}
      <FieldError id={errorId}>{when.error}</FieldError>
      <Chosen date={when.date.value} time={when.time.value} />
    </>
  );
}

interface NextFreeProps {
  name: string | undefined;
  /** Whether the person has set no opening hours. */
  anytime: boolean;
  days: readonly FreeDay[];
  dates: readonly string[];
  onLook: (date: string) => void;
}

/** Hint in a week without a chosen day. */
function NextFree({ name, anytime, days, dates, onLook }: NextFreeProps) {
  const inView = days.filter(({ date }) => dates.includes(date));
  if (inView.length === 0) return null;
  if (inView.some(({ times }) => times.length > 0)) {
    if (anytime) return <p className="text-small text-ink-2">Choose a day, then a time.</p>;
    return (
      <p className="text-small text-ink-2">
        Choose a day to see when {name ? `${name} is` : "you are"} free.
      </p>
    );
  }
  const next = firstFreeDay(days, addDays(dates.at(-1) ?? "", 1))?.date;
  return (
    <p className="text-small text-ink-2">
      {name ? `${name} has` : "You have"} no free time in these days.{" "}
      {next && (
        <button
          type="button"
          className="min-h-11 font-semibold text-leaf hover:underline"
          onClick={() => onLook(next)}
        >
          Next free: {formatDay(noon(next))}
        </button>
      )}
    </p>
  );
}

/** The choice in words, also while another week is visible. */
function Chosen({ date, time }: { date: string; time: string }) {
  return (
    <p role="status" className={date && time ? "num font-semibold" : "sr-only"}>
      {date && time && formatWhen(fromLocalInput(`${date}T${time}`))}
    </p>
  );
}

function FreeTimesSkeleton() {
  return (
    <Loading label="Loading free times">
      <div className="grid gap-3">
        <Skeleton className="mx-auto h-11 w-40" />
        <Skeleton className="h-16" />
        <Skeleton className="h-24" />
      </div>
    </Loading>
  );
}
