import { Link } from "react-router";
import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import { formatAmount, formatDay, formatWhen } from "@/lib/format";

type Ledger = Schemas["LedgerOverview"];

/** Differences that are listed. */
const MAX_SHOWN = 10;

/** Results of the last check of the ledger, and of the last comparison with the card service. */
export function LastChecks({ ledger }: { ledger: Ledger }) {
  const { check, reconciliation, pounds } = ledger;
  const hasCards = pounds.some(({ kind }) => kind === "external:stripe");
  return (
    <Card className="grid gap-3">
      <h3 className="text-title">Does it add up?</h3>
      <p>
        {told(check)}{" "}
        <Link to="/admin" className="font-semibold underline">
          Check now
        </Link>
      </p>
      {reconciliation ? (
        <Comparison result={reconciliation} />
      ) : (
        hasCards && (
          <p>
            Stripe's account and the ledger have not been compared yet. Run{" "}
            <code className="wrap-anywhere">sparkyard payments reconcile</code> on the server.
          </p>
        )
      )}
    </Card>
  );
}

function Comparison({ result }: { result: NonNullable<Ledger["reconciliation"]> }) {
  const { ran_at, since, until, lines, matched, fees, unreconciled, differences, told } = result;
  // The period ends at midnight: its last day is the one before.
  const last = new Date(Date.parse(until) - 1).toISOString();
  const more = differences - Math.min(told.length, MAX_SHOWN);
  return (
    <section aria-labelledby="unreconciled" className="grid gap-2 border-t border-line pt-3">
      <h4 id="unreconciled" className="font-semibold">
        {differences === 0
          ? "Stripe and the ledger agree"
          : `${formatAmount("wallet", unreconciled)} unreconciled with Stripe`}
      </h4>
      <p>
        {formatDay(since)} to {formatDay(last)}: {matched} of {lines} lines agree. Compared{" "}
        {formatWhen(ran_at)}. Stripe kept {formatAmount("wallet", fees)} in fees, which your
        community pays and no neighbour.
      </p>
      {differences > 0 && (
        <ul className="num list-disc pl-5 text-small">
          {told.slice(0, MAX_SHOWN).map((difference) => (
            <li key={difference} className="wrap-anywhere">
              {difference}
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </section>
  );
}

function told(check: Ledger["check"]): string {
  if (!check) return "The ledger has not been checked yet.";
  const { ran_at, kind, transfers, differences } = check;
  const what = kind === "full" ? `all ${transfers}` : `the latest ${transfers}`;
  const count = differences.length;
  const found =
    count === 0
      ? "everything added up"
      : `${count === 1 ? "1 thing" : `${count} things`} did not add up`;
  return `${formatWhen(ran_at)}: ${what} movements compared, ${found}.`;
}
