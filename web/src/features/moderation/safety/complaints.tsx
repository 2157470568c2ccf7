import type { Schemas } from "@/lib/api";
import { reasonLabels } from "../components/report-words";

type Tally = Schemas["ComplaintTally"];

/** Numbers of reports by reason, and of appeals. */
export function Complaints({
  reports,
  appeals,
}: Pick<Schemas["OnlineSafety"], "reports" | "appeals">) {
  const rows = reports.map(({ reason, tally }) => ({ name: reasonLabels[reason], tally }));
  if (appeals.received > 0) rows.push({ name: "Appeals", tally: appeals });
  if (rows.length === 0) {
    return <p className="text-ink-2">Nothing was reported in the last year.</p>;
  }
  return (
    <table className="w-full text-left">
      <caption className="sr-only">Reports and appeals of the last year</caption>
      <thead>
        <tr className={`${ROW} items-end align-bottom text-small text-ink-2`}>
          <th scope="col" className="py-1 font-semibold max-sm:sr-only">
            <span className="sr-only">Kind</span>
          </th>
          {COLUMNS.map(({ title }) => (
            <th key={title} scope="col" className="py-1 text-right font-semibold sm:pl-3">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {rows.map(({ name, tally }) => (
          <tr key={name} className={ROW}>
            <th scope="row" className="pt-1.5 pr-2 font-semibold max-sm:col-span-full sm:pb-1.5">
              {name}
            </th>
            {COLUMNS.map(({ title, count }) => (
              <td key={title} className="num py-1.5 text-right sm:pl-3">
                {count(tally)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On a phone, the name is above its numbers. */
const ROW = "max-sm:grid max-sm:grid-cols-[1.4fr_1.3fr_1.5fr_0.8fr_0.8fr]";

const COLUMNS: { title: string; count: (tally: Tally) => number }[] = [
  { title: "Received", count: ({ received }) => received },
  { title: "Acted on", count: ({ acted }) => acted },
  { title: "Dismissed", count: ({ dismissed }) => dismissed },
  { title: "Open", count: ({ open }) => open },
  { title: "Late", count: ({ late }) => late },
];
