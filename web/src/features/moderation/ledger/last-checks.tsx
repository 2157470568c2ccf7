import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import { formatAmount, formatDay, formatWhen } from "@/lib/format";
import { useLedgerCheck } from "../api/use-ledger-check";
import { RunCheck } from "../components/ledger-check";

type Ledger = Schemas["LedgerOverview"];

/** Differences that are listed. */
const MAX_SHOWN = 10;

/** Results of the last check of the ledger, and of the last comparison with the card service. */
export function LastChecks({ ledger }: { ledger: Ledger }) {
  const { reconciliation, pounds } = ledger;
  // A check that has run since the ledger was loaded is more recent.
  const { data: latest } = useLedgerCheck();
  const check = latest?.last ?? ledger.check;
  const hasCards = pounds.some(({ kind }) => kind === "external:stripe");
  return (
    <Card className="grid gap-3">
      <h3 className="text-title">Does it add up?</h3>
      <p>{resultText(check)}</p>
      <RunCheck running={latest?.running ?? false} label="Check now" />
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

function resultText(check: Ledger["check"]): string {
  if (!check) return "The ledger has not been checked yet.";
  const { ran_at, differences } = check;
  const count = differences.length;
  const found =
    count === 0
      ? "everything added up"
      : `${count === 1 ? "1 thing" : `${count} things`} did not add up`;
  return `${formatWhen(ran_at)}: ${movements(check)} compared, ${found}.`;
}

function movements({ kind, transfers }: NonNullable<Ledger["check"]>): string {
  if (transfers === 0) return "no movements";
  if (transfers === 1) return kind === "full" ? "the only movement" : "the latest movement";
  return `${kind === "full" ? "all" : "the latest"} ${transfers} movements`;
}
