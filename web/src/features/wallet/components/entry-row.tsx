import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { Link } from "react-router";
import { Sparks } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { formatMoney, formatWhen } from "@/lib/format";

type Entry = Schemas["Entry"];

/** A ledger entry: its purpose, time and amount. */
export function EntryRow({ entry }: { entry: Entry }) {
  const incoming = entry.amount > 0;
  const Icon = incoming ? ArrowDownLeft : ArrowUpRight;
  const home = entryPath(entry);
  return (
    <div className="relative flex flex-wrap items-center gap-3.5 py-3">
      <span
        className={cx(
          "grid size-11 shrink-0 place-items-center rounded-full",
          incoming ? "bg-leaf-soft text-leaf" : "bg-sunk text-ink-2",
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-24">
        {home ? (
          <Link to={home} className="font-semibold after:absolute after:inset-0 hover:underline">
            {entry.description}
          </Link>
        ) : (
          <span className="font-semibold">{entry.description}</span>
        )}
        <span className="num block text-small text-ink-2">{formatWhen(entry.created_at)}</span>
      </div>
      <SignedAmount entry={entry} />
    </div>
  );
}

function SignedAmount({ entry }: { entry: Entry }) {
  const size = Math.abs(entry.amount);
  const incoming = entry.amount > 0;
  return (
    <span className={cx("num flex shrink-0 items-center font-bold", incoming && "text-leaf")}>
      <span className="sr-only">{incoming ? "In: " : "Out: "}</span>
      <span aria-hidden="true">{incoming ? "+" : "\u2212"}</span>
      {entry.unit === "gbp" ? formatMoney(size) : <Sparks amount={size} />}
    </span>
  );
}

/** Returns the address of the entry's booking, for the wallet's owner. */
function entryPath({ reference, reason }: Entry): string | undefined {
  const id = reference?.match(/^booking:(\d+)$/)?.[1];
  if (!id) return undefined;
  return reason === "release" ? `/inward-details/${id}` : `/outward-progress/${id}`;
}
