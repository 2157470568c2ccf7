import { Link } from "react-router";
import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";

/** Results of the last check of the ledger. */
export function LastChecks({ ledger }: { ledger: Schemas["LedgerOverview"] }) {
  return (
    <Card className="grid gap-3">
      <h3 className="text-title">Does it add up?</h3>
      <p>
        {told(ledger.check)}{" "}
        <Link to="/admin" className="font-semibold underline">
          Check now
        </Link>
      </p>
    </Card>
  );
}

function told(check: Schemas["LedgerOverview"]["check"]): string {
  if (!check) return "The ledger has not been checked yet.";
  const { ran_at, kind, transfers, differences } = check;
  const what = kind === "full" ? `all ${transfers}` : `the latest ${transfers}`;
  const found =
    differences.length === 0
      ? "everything added up"
      : `${differences.length === 1 ? "1 thing" : `${differences.length} things`} did not add up`;
  return `${formatWhen(ran_at)}: ${what} movements compared, ${found}.`;
}
