import { useSearchParams } from "react-router";
import type { paths } from "@/lib/api/schema";
import { lastYear } from "@/lib/format/last-year";

type Query = NonNullable<paths["/api/wallet/transactions"]["get"]["parameters"]["query"]>;
export type Kind = NonNullable<Query["kind"]>;
export type Unit = NonNullable<Query["unit"]>;

/** Choice of entries, as in the URL. */
export interface StatementFilter {
  kind?: Kind;
  unit?: Unit;
  /** Month, as `2026-03`. */
  month?: string;
}

export const KINDS: readonly { kind: Kind; label: string }[] = [
  { kind: "in", label: "Money in" },
  { kind: "out", label: "Money out" },
  { kind: "bookings", label: "Bookings" },
  { kind: "top_ups", label: "Top-ups" },
  { kind: "gifts", label: "Gifts" },
];

export const UNITS: readonly { unit: Unit; label: string }[] = [
  { unit: "gbp", label: "Pounds" },
  { unit: "spark", label: "Sparks" },
];

/** Returns the filter in the URL, with functions that change and remove it. */
export function useStatementFilter() {
  const [params, setParams] = useSearchParams();
  const kind = KINDS.find((known) => known.kind === params.get("kind"))?.kind;
  const unit = UNITS.find((known) => known.unit === params.get("unit"))?.unit;
  const month = params.get("month")?.match(/^20\d\d-(0[1-9]|1[0-2])$/)?.[0];
  const filter: StatementFilter = {
    ...(kind && { kind }),
    ...(unit && { unit }),
    ...(month && { month }),
  };
  const change = (next: Record<string, string | undefined>) => {
    const kept = Object.entries({ ...filter, ...next }).filter(([, value]) => value);
    setParams(kept as [string, string][], { replace: true, preventScrollReset: true });
  };
  return {
    filter,
    change,
    reset: () => setParams({}, { replace: true, preventScrollReset: true }),
  };
}

/** Returns the query of the API for a filter. */
export function queryOf({ kind, unit, month }: StatementFilter): Query {
  return { ...(kind && { kind }), ...(unit && { unit }), ...(month && daysOf(month)) };
}

/** Returns the first and the last day of a month. */
function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}

/** Returns the days of a download: the month, or else a year up to today. */
export function downloadDays(month: string | undefined, now = new Date()) {
  if (month) return daysOf(month);
  return lastYear(now);
}
