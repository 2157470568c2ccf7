import { useState } from "react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Sparks } from "@/components/price";
import { ReasonDialog } from "@/components/reason-dialog";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { formatAgoInSentence, formatAmount } from "@/lib/format";
import { useSession } from "@/lib/session";
import { SparkSide } from "./spark-side";

/** A gift or grant of sparks, with a button to reverse it. */
export function GiftCard({ item }: { item: Schemas["RecordedGift"] }) {
  const [asking, setAsking] = useState(false);
  const claims = useSession()?.claims;
  const own = [item.giver, item.receiver].some((side) => side.user_id === claims?.id);
  const isGrant = item.giver.kind === "community";
  const mayReverse = !item.reversed_at && !own && (!isGrant || claims?.role === "admin");
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-title wrap-anywhere">
            <SparkSide side={item.giver} /> <span className="sr-only">gave</span>
            <span aria-hidden="true">→</span> <SparkSide side={item.receiver} />
          </h3>
          <p className="text-small text-ink-2">
            {isGrant ? "Grant" : "Gift"}, {formatAgoInSentence(item.created_at)}
          </p>
        </div>
        <Sparks amount={item.amount} spelled />
      </div>
      {item.message && (
        <p className="rounded-s bg-sunk px-4 py-3 whitespace-pre-line wrap-anywhere">
          {item.message}
        </p>
      )}
      {item.reversed_at && (
        <p className="text-ink-2 wrap-anywhere">
          <Badge tone="danger">Reversed</Badge> {formatAgoInSentence(item.reversed_at)}:{" "}
          {item.reversal_reason}
        </p>
      )}
      {mayReverse && (
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

interface ReversalProps {
  item: Schemas["RecordedGift"];
  onClose: () => void;
}

function Reversal({ item, onClose }: ReversalProps) {
  const cache = useQueryCache();
  const amount = formatAmount("spark_token", item.amount);
  const reverse = api.useMutation("put", "/api/admin/spark-gifts/{id}/reverse", {
    onSuccess: () => toast.success(`${amount} went back to ${item.giver.name}`),
    // Somebody else may have been faster: reload the current state.
    onSettled: () => {
      cache.invalidate("/api/admin/spark-gifts", "/api/admin/audit", "/api/pot");
    },
  });
  return (
    <ReasonDialog
      title={`Reverse ${amount} from ${item.giver.name} to ${item.receiver.name}?`}
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
