import { useSearchParams } from "react-router";
import { lastYear } from "@/lib/format/last-year";

/** Parts of the filter, by their names in the URL and in the API. */
export const PARTS = ["actor", "subject", "action", "from", "to"] as const;

/** Choice of entries, as in the URL. */
export type AuditFilter = { [Part in (typeof PARTS)[number]]?: string };

/** Returns the filter in the URL, with functions that change and remove it. */
export function useAuditFilter() {
  const [params, setParams] = useSearchParams();
  const set = (filter: AuditFilter) =>
    setParams(filter, { replace: true, preventScrollReset: true });
  const filter = filterOf(params);
  return {
    filter,
    /** Changes parts of the filter; an empty one is removed. */
    change: (parts: AuditFilter) => set(filterOf(new URLSearchParams({ ...filter, ...parts }))),
    reset: () => set({}),
  };
}

function filterOf(params: URLSearchParams): AuditFilter {
  const parts = PARTS.map((part) => [part, params.get(part)?.trim()]);
  return Object.fromEntries(parts.filter(([, value]) => value));
}

/** Returns the days of a download: those of the filter, or else a year up to its last day. */
export function exportDays({ from, to }: AuditFilter, now = new Date()) {
  const year = lastYear(to ? new Date(`${to}T12:00:00Z`) : now);
  return { from: from ?? year.from, to: year.to };
}
