import { formatDay } from "@/lib/format";
import type { Notice } from "../api/use-mark-read";

/** Notices about one subject on one day, newest first. */
export interface Fold {
  newest: Notice;
  earlier: Notice[];
}

/** A day with its notices. */
export interface Day {
  /** `Today` or `Mon 2 Mar`. */
  name: string;
  folds: Fold[];
}

/** Groups notices by day, newest first, and within a day by kind and subject. */
export function byDay(notices: readonly Notice[], now: Date = new Date()): Day[] {
  const days = new Map<string, Map<string, Notice[]>>();
  for (const notice of notices) {
    const name = formatDay(notice.created_at, now);
    const day = days.get(name) ?? new Map<string, Notice[]>();
    const thing = `${notice.kind} ${notice.link}`;
    days.set(name, day.set(thing, [...(day.get(thing) ?? []), notice]));
  }
  return [...days].map(([name, things]) => ({
    name,
    folds: [...things.values()].flatMap(([newest, ...earlier]) =>
      newest ? [{ newest, earlier }] : [],
    ),
  }));
}
