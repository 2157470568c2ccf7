import { Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { IconButton } from "@/components/button";
import { controlClass, FieldError } from "@/components/form";
import { cx } from "@/lib/cx";
import { type Day, dayName, nextSpan, type Span, TIMES } from "./week";

interface DayRowProps {
  day: Day;
  spans: readonly Span[];
  problem: string | undefined;
  onChange: (spans: readonly Span[]) => void;
  /** Copies these hours to Monday to Friday; undefined where that is not offered. */
  onCopy: (() => void) | undefined;
}

/** The hours of one day of the week. */
export function DayRow({ day, spans, problem, onChange, onCopy }: DayRowProps) {
  const id = useId();
  const name = dayName(day);
  const next = nextSpan(spans);
  const replace = (index: number, span: Span) =>
    onChange(spans.map((old, at) => (at === index ? span : old)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in this grid
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={problem ? `${id}-problem` : undefined}
      className={cx(
        "grid gap-x-4 py-2 sm:grid-cols-[7rem_1fr]",
        spans.length === 0 && "grid-cols-[7rem_1fr]",
      )}
    >
      <h3
        id={id}
        className="flex min-h-11 items-center self-start font-text text-body font-bold tracking-normal"
      >
        {name}
      </h3>
      <div className="grid gap-2">
        {spans.map((span, index) => (
          <SpanRow
            // biome-ignore lint/suspicious/noArrayIndexKey: hours have no identity of their own
            key={index}
            name={spans.length > 1 ? `${name}, hours ${index + 1}` : name}
            span={span}
            problemId={problem && `${id}-problem`}
            onChange={(changed) => replace(index, changed)}
            onRemove={() => onChange(spans.filter((_, at) => at !== index))}
          />
        ))}
        <FieldError id={`${id}-problem`}>{problem}</FieldError>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {spans.length === 0 && <span className="text-ink-2">Off</span>}
          {next && (
            <button type="button" className={link} onClick={() => onChange([...spans, next])}>
              <Plus aria-hidden="true" className="size-4" />
              Add hours
              <span className="sr-only"> on {name}</span>
            </button>
          )}
          {onCopy && (
            <button type="button" className={link} onClick={onCopy}>
              Copy to Monday to Friday
              <span className="sr-only"> from {name}</span>
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

const link =
  "inline-flex min-h-11 items-center gap-1.5 text-small font-semibold text-leaf hover:underline";

interface SpanRowProps {
  /** Prefix of the controls' accessible names. */
  name: string;
  span: Span;
  /** Id of the day's error message. */
  problemId: string | undefined;
  onChange: (span: Span) => void;
  onRemove: () => void;
}

function SpanRow({ name, span, problemId, onChange, onRemove }: SpanRowProps) {
  return (
    <div className="flex items-center gap-2">
      <TimeSelect
        label={`${name}, from`}
        value={span.from}
        problemId={problemId}
        // Hours cannot begin at the end of the day.
        times={TIMES.slice(0, -1)}
        onChange={(from) => onChange({ ...span, from })}
      />
      <span aria-hidden="true" className="text-ink-2">
        to
      </span>
      <TimeSelect
        label={`${name}, to`}
        value={span.to}
        problemId={problemId}
        times={TIMES.slice(1)}
        onChange={(to) => onChange({ ...span, to })}
      />
      <IconButton label={`Remove ${name}, ${span.from} to ${span.to}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}

interface TimeSelectProps {
  label: string;
  value: string;
  problemId: string | undefined;
  times: readonly string[];
  onChange: (time: string) => void;
}

function TimeSelect({ label, value, problemId, times, onChange }: TimeSelectProps) {
  // Hours that were set elsewhere may lie between the half hours.
  const options = times.includes(value) ? times : [...times, value].sort();
  return (
    <select
      aria-label={label}
      aria-invalid={problemId ? true : undefined}
      aria-describedby={problemId}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cx(controlClass, "num max-w-32 min-w-0 cursor-pointer")}
    >
      {options.map((time) => (
        <option key={time} value={time}>
          {time === "24:00" ? "Midnight" : time}
        </option>
      ))}
    </select>
  );
}
