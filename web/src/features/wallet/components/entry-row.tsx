import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { Link } from "react-router";
import { Sparks } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { formatAmount, formatMoney, formatWhen } from "@/lib/format";
import { useModule } from "@/lib/site";
import { settlesText } from "../settles-text";

type Entry = Schemas["Entry"];

/** A ledger entry: its purpose, time and amount, and the balance after it. */
export function EntryRow({ entry }: { entry: Entry }) {
  const incoming = entry.amount > 0;
  const Icon = incoming ? ArrowDownLeft : ArrowUpRight;
  const hasBookings = useModule("bookings") ?? false;
  const home = hasBookings ? entryPath(entry) : undefined;
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
        {entry.settles_at && (
          <span className="num block text-small text-ink-2">{settlesText(entry.settles_at)}</span>
        )}
        {entry.has_receipt && hasBookings && (
          <Link
            to={`/receipt/${entry.booking_id}`}
            aria-label={`Receipt for booking ${entry.booking_id}`}
            className="relative z-10 -mb-2.5 inline-flex min-h-11 items-center text-small font-semibold text-leaf hover:underline print:hidden"
          >
            Receipt
          </Link>
        )}
      </div>
      <div className="grid max-w-full justify-items-end text-right">
        <SignedAmount entry={entry} />
        {entry.balance_after !== undefined && (
          <span className="num text-small text-ink-2">
            Balance{" "}
            {formatAmount(entry.unit === "gbp" ? "wallet" : "spark_token", entry.balance_after)}
          </span>
        )}
      </div>
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

/** Returns the path of the entry's booking, for the wallet's owner. */
function entryPath({ booking_id: id, reason }: Entry): string | undefined {
  if (!id) return undefined;
  return reason === "release" ? `/inward-details/${id}` : `/outward-progress/${id}`;
}
