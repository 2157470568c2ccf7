import type { Schemas } from "@/lib/api";
import { formatMonth } from "@/lib/format";

interface ActivityTableProps {
  caption: string;
  rows: Schemas["ActivityRow"][];
  /** Name of a row as it is shown. */
  nameOf?: (name: string) => string;
}

const number = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });

/** Exchanges, hours and members, by something. */
export function ActivityTable({ caption, rows, nameOf = String }: ActivityTableProps) {
  return (
    <table className="w-full text-left">
      <caption className="pb-1 text-left font-bold">{caption}</caption>
      <thead>
        <tr className="align-bottom text-small text-ink-2">
          <th scope="col" className="w-2/5 py-1 font-semibold">
            <span className="sr-only">{caption}</span>
          </th>
          <Heading>Exchanges</Heading>
          <Heading>Hours</Heading>
          <Heading>Active members</Heading>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {rows.map(({ name, counts }) => (
          <tr key={name}>
            <th scope="row" className="py-1.5 pr-2 font-semibold wrap-anywhere">
              {nameOf(name)}
            </th>
            <Numbers counts={counts} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <th scope="col" className="py-1 pl-2 text-right font-semibold">
      {children}
    </th>
  );
}

function Numbers({
  counts: { exchanges, hours, members },
}: Pick<Schemas["ActivityRow"], "counts">) {
  const shown = [exchanges, hours, members].filter((count) => typeof count === "number");
  if (shown.length < 3) {
    return (
      <td colSpan={3} className="py-1.5 text-right text-ink-2">
        Not shown
      </td>
    );
  }
  return [exchanges, hours, members].map((count, column) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the columns keep their order
    <td key={column} className="num py-1.5 pl-2 text-right">
      {number.format(count ?? 0)}
    </td>
  ));
}

/** Returns `2026-03` as `March 2026`; other names stay as they are. */
export function nameOfMonth(name: string): string {
  return /^\d{4}-\d{2}$/.test(name) ? formatMonth(name) : name;
}
