import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/button";
import type { Schemas } from "@/lib/api";
import { formatAgoInSentence, formatWhen } from "@/lib/format";
import { useRunLedgerCheck } from "../api/use-ledger-check";

type Check = Schemas["LedgerCheck"];

/** Number of differences listed. */
const MAX_SHOWN = 5;

/** Alarm for a ledger that does not add up; hidden otherwise. */
export function LedgerAlarm({ check }: { check: Check }) {
  if (!check.last?.found_at) return null;
  const { found_at, differences } = check.last;
  const more = differences.length - MAX_SHOWN;
  return (
    <section
      role="alert"
      aria-labelledby="ledger-alarm"
      className="grid grid-cols-[auto_1fr] gap-x-3 rounded-m bg-danger-soft p-4 shadow-card ring-2 ring-danger ring-inset sm:p-5"
    >
      <TriangleAlert aria-hidden="true" className="size-7 text-danger" />
      <div className="grid min-w-0 gap-3">
        <h2 id="ledger-alarm" className="text-title">
          Some money or sparks do not add up
        </h2>
        <p className="font-semibold">
          The balances in wallets may be wrong. Don't record cash, and don't decide disputes, until
          this is repaired.
        </p>
        <p>
          Found {formatWhen(found_at)}. Ask the person who runs the server to stop it and to copy
          its whole data folder before changing anything. The copy and your latest backup are needed
          for the repair.
        </p>
        <ul className="num list-disc pl-5 text-small">
          {differences.slice(0, MAX_SHOWN).map((difference) => (
            <li key={difference} className="break-words">
              {difference}
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
        <RunCheck running={check.running} label="Check again" />
      </div>
    </section>
  );
}

/** Time of the last successful ledger check, while there is no alarm. */
export function LedgerNote({ check }: { check: Check }) {
  if (check.last?.found_at) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 text-small text-ink-2">
      <p>
        {check.last
          ? `All money and sparks added up when last checked, ${formatAgoInSentence(check.last.ran_at)}.`
          : "Money and sparks have not been checked yet."}
      </p>
      <RunCheck running={check.running} label="Check now" />
    </div>
  );
}

/** Button to check the ledger now; busy while a check runs. */
export function RunCheck({ running, label }: { running: boolean; label: string }) {
  const run = useRunLedgerCheck();
  return (
    <Button
      variant="quiet"
      size="small"
      className="justify-self-start"
      busy={running || run.isPending}
      busyLabel="Checking…"
      onClick={() => run.mutate({})}
    >
      {label}
    </Button>
  );
}
