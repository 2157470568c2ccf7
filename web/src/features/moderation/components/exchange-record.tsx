import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { ExchangeSummary } from "@/components/exchange-summary";
import { ReasonDialog } from "@/components/reason-dialog";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { formatAmount } from "@/lib/format";
import { useSession } from "@/lib/session";
import { SparkSide } from "./spark-side";

type Item = Schemas["RecordedExchange"];

/** An exchange between members, with a button to reverse it where it counts. */
export function ExchangeRecord({ item }: { item: Item }) {
  const [asking, setAsking] = useState(false);
  const own = useSession()?.claims.id;
  const counts = item.status === "confirmed" || item.status === "unanswered";
  const isParty = [item.giver, item.receiver].some(({ user_id }) => user_id === own);
  return (
    <Card className="grid gap-3">
      <ExchangeSummary
        exchange={item}
        heading="h3"
        sides={
          <>
            <SparkSide side={item.giver} /> helped <SparkSide side={item.receiver} />
          </>
        }
      />
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
