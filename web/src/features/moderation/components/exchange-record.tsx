import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Badge } from "@/components/chip";
import { Sparks } from "@/components/price";
import { ReasonDialog } from "@/components/reason-dialog";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { formatAmount, formatDay, formatHours } from "@/lib/format";
import { useSession } from "@/lib/session";
import { SparkSide } from "./spark-side";

type Item = Schemas["RecordedExchange"];

const badges = {
  waiting: { tone: "spark", text: "Waiting" },
  confirmed: { tone: "leaf", text: "Confirmed" },
  unanswered: { tone: "leaf", text: "Counted without an answer" },
  objected: { tone: "danger", text: "Objected" },
  withdrawn: { tone: "neutral", text: "Withdrawn" },
  reversed: { tone: "danger", text: "Reversed" },
} as const;

/** An exchange between members, with a button to reverse it where it counts. */
export function ExchangeRecord({ item }: { item: Item }) {
  const [asking, setAsking] = useState(false);
  const own = useSession()?.claims.id;
  const { tone, text } = badges[item.status];
  const counts = item.status === "confirmed" || item.status === "unanswered";
  const isParty = [item.giver, item.receiver].some(({ user_id }) => user_id === own);
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="text-title wrap-anywhere">{item.skill}</h3>
          <p className="wrap-anywhere">
            <SparkSide side={item.giver} /> helped <SparkSide side={item.receiver} />
          </p>
          <p className="num text-small text-ink-2">
            {formatDay(item.date)}, {formatHours(item.hours)}
          </p>
        </div>
        <div className="grid justify-items-end gap-1.5">
          <Badge tone={tone}>{text}</Badge>
          <Sparks amount={item.tokens} spelled />
        </div>
      </div>
      {item.reason && <p className="rounded-s bg-sunk px-4 py-3 wrap-anywhere">{item.reason}</p>}
      {counts && !isParty && (
        <Button
          size="small"
          variant="quiet"
          className="justify-self-end"
          onClick={() => setAsking(true)}
        >
          Reverse
        </Button>
      )}
      {asking && <Reversal item={item} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Reversal({ item, onClose }: { item: Item; onClose: () => void }) {
  const cache = useQueryCache();
  const reverse = api.useMutation("put", "/api/admin/exchanges/{id}/reverse", {
    onSuccess: () => toast.success("The exchange no longer counts"),
    // Somebody else may have been faster: reload the current state.
    onSettled: () => {
      cache.invalidate("/api/admin/exchanges", "/api/admin/audit");
    },
  });
  const amount = formatAmount("spark_token", item.tokens);
  return (
    <ReasonDialog
      title={`Reverse ${amount} from ${item.receiver.name} to ${item.giver.name}?`}
      description="The sparks go back, if the receiver still has them. This cannot be undone."
      hint="Both sides read it."
      action="Reverse"
      busy={reverse.isPending}
      send={(reason) =>
        reverse.mutateAsync({ params: { path: { id: item.id } }, body: { reason } })
      }
      onClose={onClose}
    />
  );
}
