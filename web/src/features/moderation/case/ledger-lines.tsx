import type { Schemas } from "@/lib/api";
import { formatAmount, formatWhen } from "@/lib/format";

/** The ledger lines of a booking, with accounts in words. */
export function LedgerLines({ lines }: { lines: Schemas["LedgerLine"][] }) {
  if (lines.length === 0) return <p className="text-ink-2">No money or sparks have moved.</p>;
  return (
    <ol className="divide-y divide-line">
      {lines.map(({ reason, from, to, amount, unit, at }) => (
        <li key={`${reason}${at}`} className="grid gap-0.5 py-2.5">
          <p className="flex flex-wrap justify-between gap-x-3">
            <span>{reason}</span>
            <span className="num font-semibold">
              {formatAmount(unit === "spark" ? "spark_token" : "wallet", amount)}
            </span>
          </p>
          <p className="num text-small wrap-anywhere text-ink-2">
            {from} → {to}, {formatWhen(at)}
          </p>
        </li>
      ))}
    </ol>
  );
}
