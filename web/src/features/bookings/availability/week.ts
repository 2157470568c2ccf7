import type { Schemas } from "@/lib/api";

export type Day = Schemas["OpenHours"]["day"];

/** Part of a day in local time: `09:00` to `17:30`; `24:00` is its end. */
export interface Span {
  from: string;
  to: string;
}

/** Hours of every day, in the order of entry. */
export type Week = Readonly<Record<Day, readonly Span[]>>;

export const DAYS: readonly Day[] = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
];

const WORKDAYS = DAYS.slice(0, 5);

const emptyWeek: Week = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};

/** Initial hours for somebody who sets them for the first time. */
export const defaultWeek: Week = {
  ...emptyWeek,
  ...Object.fromEntries(WORKDAYS.map((day) => [day, [{ from: "09:00", to: "17:00" }]])),
};

/** Returns `Monday`. */
export function dayName(day: Day): string {
  return day.charAt(0).toUpperCase() + day.slice(1);
}

export function toWeek(weekly: readonly Schemas["OpenHours"][]): Week {
  const week = { ...emptyWeek } as Record<Day, Span[]>;
  for (const { day, from, to } of weekly) week[day] = [...week[day], { from, to }];
  return week;
}

export function fromWeek(week: Week): Schemas["OpenHours"][] {
  return DAYS.flatMap((day) => week[day].map(({ from, to }) => ({ day, from, to })));
}

/** Returns the error in the hours of a day. */
export function spansError(spans: readonly Span[]): string | undefined {
  if (spans.some(({ from, to }) => from >= to)) return "Hours must end after they begin.";
  const sorted = [...spans].sort((a, b) => a.from.localeCompare(b.from));
  const overlap = sorted.some((span, index) => span.from < (sorted[index - 1]?.to ?? ""));
  return overlap ? "Hours of one day must not overlap." : undefined;
}

/** Returns the next hours to offer: from an hour after the last ones, as far as the day goes. */
export function nextSpan(spans: readonly Span[]): Span | undefined {
  if (spans.length === 0) return { from: "09:00", to: "17:00" };
  const last = spans.reduce((latest, { to }) => (to > latest ? to : latest), "");
  const start = TIMES.findIndex((time) => time >= last) + 2;
  const [from, to] = [TIMES[start], TIMES[start + 4] ?? TIMES.at(-1)];
  return from && to && from < to ? { from, to } : undefined;
}

/** Every half hour of a day, its end included. */
export const TIMES: readonly string[] = Array.from({ length: 49 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, "0");
  return `${hour}:${half % 2 === 0 ? "00" : "30"}`;
});

/** Copies the hours of a day to the other days of the working week. */
export function copyToWorkdays(week: Week, day: Day): Week {
  return { ...week, ...Object.fromEntries(WORKDAYS.map((other) => [other, week[day]])) };
}
