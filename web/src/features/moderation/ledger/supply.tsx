import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import { formatAmount, formatMonth } from "@/lib/format";

/** Sparks issued and taken back by month, newest first. */
export function Supply({ months }: { months: Schemas["LedgerOverview"]["supply"] }) {
  const first = months.findIndex(({ issued, circulating }) => issued > 0 || circulating > 0);
  const shown = first < 0 ? months.slice(-1) : months.slice(first);
  const most = Math.max(...shown.map(({ circulating }) => circulating), 1);
  return (
    <Card className="grid gap-3">
      <h3 className="text-title">Sparks in circulation</h3>
      <p className="text-ink-2">
        At the end of each month of the last year. Your community issues them as welcome gifts, as
        thanks for invitations and as opening balances of imported members.
      </p>
      <ul className="grid gap-3">
        {shown.toReversed().map(({ month, issued, returned, circulating }) => (
          <li key={month} className="grid gap-1">
            <div className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{formatMonth(month)}</span>
              <span className="num font-semibold">{sparks(circulating)}</span>
            </div>
            <div aria-hidden="true" className="h-2 rounded-full bg-sunk">
              <div
                className="h-full rounded-full bg-spark"
                style={{ width: `${(circulating / most) * 100}%` }}
              />
            </div>
            <p className="num text-small text-ink-2">
              {sparks(issued)} issued{returned > 0 && `, ${sparks(returned)} taken back`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function sparks(amount: number): string {
  return formatAmount("spark_token", amount);
}
