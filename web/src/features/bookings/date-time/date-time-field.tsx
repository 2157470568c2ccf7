import { useId, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Input } from "@/components/form";
import { useFreeTime } from "../api/use-free-time";
import { bookableDays, type RequestValues } from "../request/schema";
import { BLOCK, firstFreeDay, londonToday, toFreeDays, WEEK, weekDates, weekOf } from "./free-days";
import { FreeTimes } from "./free-times";
import {
  type DateTimeState,
  useClearTakenTime,
  useDateTime,
  useFirstFreeDay,
} from "./use-date-time";

interface DateTimeFieldProps {
  form: UseFormReturn<RequestValues>;
  /** The person to book. */
  provider: { id: string; firstname: string };
  /** Booking that is being moved: its own time counts as free. */
  booking?: number | undefined;
  /** Whether the provider is the viewer. */
  mine?: boolean;
}

/** Field for a free time of the provider's or, without opening hours, any other time. */
export function DateTimeField({ form, provider, booking, mine = false }: DateTimeFieldProps) {
  const id = useId();
  const when = useDateTime(form);
  const hours = form.watch("hours");
  const [today] = useState(() => londonToday());
  const [looking, setLooking] = useState<number | null>(null);

  const chosenWeek = looking ?? (when.date.value ? weekOf(today, when.date.value) : null);
  const block = Math.floor(((chosenWeek ?? 0) * WEEK) / BLOCK);
  const query = useFreeTime(provider.id, today, block, hours, booking);
  const days = query.data ? toFreeDays(query.data.days) : [];
  const earliest = firstFreeDay(days, today)?.date;
  const week = chosenWeek ?? (earliest ? weekOf(today, earliest) : 0);
  const typing = when.typed.value && query.data?.anytime !== false;
  const times = days.find((day) => day.date === when.date.value)?.times;
  useFirstFreeDay(form, booking === undefined ? earliest : undefined);
  useClearTakenTime(form, when.time.value, typing || query.isPlaceholderData ? undefined : times);

  const chooseDay = (date: string) => {
    const free = days.find((day) => day.date === date)?.times ?? [];
    if (!free.includes(when.time.value)) form.setValue("time", "");
    form.clearErrors(["date", "time"]);
    when.date.onChange(date);
  };
  const switchTo = (typed: boolean) => {
    if (!typed && !times?.includes(when.time.value)) form.setValue("time", "");
    form.clearErrors(["date", "time"]);
    setLooking(null);
    when.typed.onChange(typed);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: the groups inside are fieldsets of their own
    <div role="group" aria-labelledby={id} className="grid gap-3">
      <p id={id} className="font-semibold">
        When?
      </p>
      {typing ? (
        <TypedTime when={when} />
      ) : (
        <FreeTimes
          name={mine ? undefined : provider.firstname}
          query={query}
          days={days}
          dates={weekDates(today, week)}
          when={when}
          onChooseDay={chooseDay}
          onChooseTime={(time) => {
            form.clearErrors(["date", "time"]);
            when.time.onChange(time);
          }}
          onEarlier={week > 0 ? () => setLooking(week - 1) : undefined}
          onLater={
            week < weekOf(today, bookableDays().max) ? () => setLooking(week + 1) : undefined
          }
          onLook={(date) => setLooking(weekOf(today, date))}
        />
      )}
      {(typing || query.data?.anytime || query.isError) && (
        <button type="button" className={link} onClick={() => switchTo(!typing)}>
          {typing ? "Choose from a list" : "Choose another time"}
        </button>
      )}
    </div>
  );
}

const link = "min-h-11 justify-self-start font-semibold text-leaf hover:underline";

/** Fields for any date and time, typed. */
function TypedTime({ when }: { when: DateTimeState }) {
  const { min, max } = bookableDays();
  return (
    <div className="grid grid-cols-2 gap-4">
      <Input
        label="Date"
        type="date"
        min={min}
        max={max}
        error={when.errors.date}
        {...typedProps(when.date, "typed-day")}
      />
      <Input
        label="Time"
        type="time"
        error={when.errors.time}
        {...typedProps(when.time, "typed-time")}
      />
    </div>
  );
}

function typedProps(
  { value, onChange, onBlur }: DateTimeState["date"] | DateTimeState["time"],
  name: string,
) {
  return { name, value, onChange, onBlur };
}
