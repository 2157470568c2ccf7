import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { formatMoney, formatMonth, formatSparks } from "@/lib/format";
import { Sparkline } from "./sparkline";

type Month = Schemas["MonthFigures"];

interface Measure {
  label: string;
  read: (month: Month) => number | null | undefined;
  format: (value: number) => string;
}

const plain = (value: number) => value.toLocaleString("en-GB", { maximumFractionDigits: 2 });

const measures: Measure[] = [
  { label: "Members", read: ({ members }) => members, format: plain },
  { label: "Active members", read: ({ active }) => active, format: plain },
  { label: "Exchanges", read: ({ exchanges }) => exchanges, format: plain },
  { label: "Hours", read: ({ hours }) => hours, format: plain },
  { label: "Sparks in circulation", read: ({ sparks }) => sparks, format: formatSparks },
  { label: "Money held", read: ({ pounds }) => pounds, format: formatMoney },
];

/** The community's figures in the last twelve months, as small charts and as a table. */
export function History({ hasCash }: { hasCash: boolean }) {
  const query = api.useQuery("get", "/api/admin/history");
  return (
    <Card>
      <section aria-labelledby="history" className="grid grid-cols-1 gap-4">
        <h2 id="history" className="text-title">
          The last twelve months
        </h2>
        <Loaded query={query} skeleton={<HistorySkeleton />}>
          {(months) => <Charts months={months} hasCash={hasCash} />}
        </Loaded>
      </section>
    </Card>
  );
}

function Charts({ months, hasCash }: { months: Month[]; hasCash: boolean }) {
  const shown = measures.filter(
    ({ label, read }) =>
      (hasCash || label !== "Money held") && months.every((month) => isKnown(read(month))),
  );
  const last = months.at(-1);
  if (!last) return null;
  return (
    <>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map(({ label, read, format }) => (
          <li
            key={label}
            className="grid grid-cols-[1fr_auto] grid-rows-[1fr_auto] items-end gap-x-3"
          >
            <p className="contents">
              <span className="col-span-2 self-start text-small text-ink-2">{label}</span>
              <span className="num min-w-0 text-title font-bold">{format(read(last) ?? 0)}</span>
            </p>
            <Sparkline values={months.map((month) => read(month) ?? 0)} />
          </li>
        ))}
      </ul>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
          Show as a table
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard */}
        <section className="overflow-x-auto" tabIndex={0} aria-label="Figures by month">
          <HistoryTable months={months} measures={shown} />
        </section>
      </details>
      <p className="text-small text-ink-2">The present month so far. Counted every few minutes.</p>
    </>
  );
}

function isKnown(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

function HistoryTable({ months, measures }: { months: Month[]; measures: Measure[] }) {
  return (
    <table className="w-full text-left text-small">
      <caption className="sr-only">Figures by month</caption>
      <thead>
        <tr className="align-bottom text-ink-2">
          <th scope="col" className="py-1 pr-3">
            Month
          </th>
          {measures.map(({ label }) => (
            <th key={label} scope="col" className="py-1 pl-3 text-right">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {months.toReversed().map((month) => (
          <tr key={month.month}>
            <th scope="row" className="py-1.5 pr-3 font-semibold whitespace-nowrap">
              {formatMonth(month.month)}
            </th>
            {measures.map(({ label, read, format }) => (
              <td key={label} className="num py-1.5 pl-3 text-right whitespace-nowrap">
                {format(read(month) ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HistorySkeleton() {
  return (
    <Loading>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {measures.map(({ label }) => (
          <Skeleton key={label} className="h-15 rounded-m" />
        ))}
      </div>
    </Loading>
  );
}
