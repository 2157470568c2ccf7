/** The community's time zone: everyone sees the same time, whatever their computer's zone. */
const TIME_ZONE = "Europe/London";
const DAY_MS = 86_400_000;

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

const partsFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: TIME_ZONE,
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const numericFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

function partsOf(format: Intl.DateTimeFormat, date: Date): Parts {
  return Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]));
}

const fullFormat = new Intl.DateTimeFormat("en-GB", { timeZone: TIME_ZONE, dateStyle: "long" });

/** Returns the day in London as `2026-03-02`. */
function dayKey(date: Date): string {
  const { year, month, day } = partsOf(numericFormat, date);
  return `${year}-${month}-${day}`;
}

function daysBetween(from: Date, to: Date): number {
  return Math.round((Date.parse(dayKey(to)) - Date.parse(dayKey(from))) / DAY_MS);
}

const NEAR_DAYS: Record<number, string> = { [-1]: "Yesterday", 0: "Today", 1: "Tomorrow" };

/** Formats a day: `Tomorrow`, `Mon 2 Mar`, with the year if it is another one. */
export function formatDay(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  return NEAR_DAYS[daysBetween(now, date)] ?? dateOf(date, now);
}

/** Formats a date: `Mon 2 Mar`, with the year if it is another one. */
function dateOf(date: Date, now: Date): string {
  const { weekday, day, month, year } = partsOf(partsFormat, date);
  const text = `${weekday} ${day} ${month}`;
  return year === partsOf(partsFormat, now).year ? text : `${text} ${year}`;
}

/** Returns the parts of a date, for a calendar leaf: `Sat`, `21`, `Nov`. */
export function dayParts(iso: string): { weekday: string; day: string; month: string } {
  const { weekday = "", day = "", month = "" } = partsOf(partsFormat, new Date(iso));
  return { weekday, day, month };
}

/** Formats a time: `10:30`. */
export function formatTime(iso: string): string {
  const { hour, minute } = partsOf(partsFormat, new Date(iso));
  return `${hour}:${minute}`;
}

/** Formats a day and a time: `Tomorrow, 10:30`, `Mon 2 Mar, 18:04`. */
export function formatWhen(iso: string, now: Date = new Date()): string {
  return `${formatDay(iso, now)}, ${formatTime(iso)}`;
}

/** Formats a day and a time for a record, which is read on other days too: never `tomorrow`. */
export function formatDateAndTime(iso: string, now: Date = new Date()): string {
  return `${dateOf(new Date(iso), now)}, ${formatTime(iso)}`;
}

/** Formats a day and a time in full, for documents: `22 November 2026, 08:30`. */
export function formatInFull(iso: string): string {
  return `${formatDayInFull(iso)}, ${formatTime(iso)}`;
}

/** Formats a day in full: `22 November 2026`. */
export function formatDayInFull(iso: string): string {
  return fullFormat.format(new Date(iso));
}

/** Lower-cases near days for use inside a sentence, unlike names of days and months. */
function inSentence(text: string): string {
  return text.replace(/^(Today|Tomorrow|Yesterday|Just now)/, (word) => word.toLowerCase());
}

/** Formats a day inside a sentence: `today`, `Mon 2 Mar`. */
export function formatDayInSentence(iso: string, now?: Date): string {
  return inSentence(formatDay(iso, now));
}

/** Formats a day and a time inside a sentence: `today, 10:32`, `Mon 2 Mar, 18:21`. */
export function formatWhenInSentence(iso: string, now?: Date): string {
  return inSentence(formatWhen(iso, now));
}

/** Formats an age for lists: `Just now`, `5 min ago`, `3 h ago`, then the day. */
export function formatAgo(iso: string, now: Date = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(iso)) / 60_000);
  if (minutes < 1) return "Just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return formatDay(iso, now);
}

/** Formats an age inside a sentence: `just now`, `yesterday`, `Mon 2 Mar`. */
export function formatAgoInSentence(iso: string, now?: Date): string {
  return inSentence(formatAgo(iso, now));
}

/** Formats the month of a time, or a month such as `2026-03`: `March 2026`. */
export function formatMonth(iso: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: TIME_ZONE,
    month: "long",
    year: "numeric",
  }).format(new Date(iso));
}

/** Formats an instant as the value of a `datetime-local` input: `2026-03-02T18:04`. */
export function toLocalInput(date: Date): string {
  const { hour, minute } = partsOf(numericFormat, date);
  return `${dayKey(date)}T${hour}:${minute}`;
}

/** Parses the value of a `datetime-local` input as London time; returns UTC. */
export function fromLocalInput(value: string): string {
  const asUtc = new Date(`${value}:00Z`);
  const offset = Date.parse(`${toLocalInput(asUtc)}:00Z`) - asUtc.getTime();
  const guess = new Date(asUtc.getTime() - offset);
  // Around a clock change the offset of the result may differ from that of the guess.
  const drift = Date.parse(`${toLocalInput(guess)}:00Z`) - asUtc.getTime();
  return new Date(guess.getTime() - drift).toISOString();
}
