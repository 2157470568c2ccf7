import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { Badge } from "@/components/badge";
import { EmptyState } from "@/components/empty-state";
import { PagedList } from "@/components/paged-list";
import { Sparks } from "@/components/price";
import { type Schemas, usePages } from "@/lib/api";
import { cx } from "@/lib/cx";
import { formatWhen } from "@/lib/format";
import { OtherSide } from "./other-side";

/** Gifts from and to the person, newest first. */
export function GiftList() {
  return (
    <PagedList
      list={usePages("/api/spark-gifts")}
      error="Your gifts could not be loaded. Your sparks have not changed."
      placeholders={3}
      empty={
        <EmptyState art="wallet" title="No gifts yet">
          What you give and receive is listed here, with the words that came with it.
        </EmptyState>
      }
      keyOf={({ id }) => id}
      more={{ className: "mt-3" }}
    >
      {(gift) => <GiftRow gift={gift} />}
    </PagedList>
  );
}

function GiftRow({ gift }: { gift: Schemas["SparkGift"] }) {
  const received = gift.direction === "received";
  const Icon = received ? ArrowDownLeft : ArrowUpRight;
  return (
    <div className="flex flex-wrap items-start gap-3.5 py-3">
      <span
        className={cx(
          "grid size-11 shrink-0 place-items-center rounded-full",
          received ? "bg-leaf-soft text-leaf" : "bg-sunk text-ink-2",
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold wrap-anywhere">
          {received ? "From " : "To "}
          <OtherSide other={gift.other} />
        </p>
        {gift.message && <p className="whitespace-pre-line wrap-anywhere">{gift.message}</p>}
        <p className="num text-small text-ink-2">{formatWhen(gift.created_at)}</p>
        {gift.reversed_at && (
          <p className="mt-1 text-small text-ink-2 wrap-anywhere">
            <Badge tone="danger">Reversed</Badge> {gift.reversal_reason}
          </p>
        )}
      </div>
      <Sparks amount={gift.amount} />
    </div>
  );
}
