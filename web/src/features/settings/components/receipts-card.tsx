import { Card } from "@/components/card";
import { Switch } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { api, messageOf, useQueryCache } from "@/lib/api";
import { useHashFocus } from "./use-hash-focus";

const ID = "receipts";
const PATH = "/api/settings/privacy";

/** Switch for read receipts to known people; saved at once. `#receipts` leads here. */
export function ReceiptsCard() {
  const query = api.useQuery("get", PATH);
  return (
    <Card>
      <Loaded query={query} error="Your choice could not be loaded." skeleton={<CardSkeleton />}>
        {({ readReceipts }) => <ReceiptsSwitch on={readReceipts} />}
      </Loaded>
    </Card>
  );
}

function ReceiptsSwitch({ on }: { on: boolean }) {
  const box = useHashFocus(ID);
  const cache = useQueryCache();
  const save = api.useMutation("put", PATH, {
    // Saves run one after the other, so that the last press wins.
    scope: { id: PATH },
    onMutate: ({ body }) => cache.setData(PATH, body),
    // The setting also decides which receipts of others are shown.
    onSuccess: () => cache.invalidate("/api/message/with/{otherId}"),
    onError: (error) => {
      // After a failure, show the state stored by the server.
      cache.invalidate(PATH);
      toast.error(messageOf(error, "Your choice could not be saved. Please try again."));
    },
  });
  return (
    <div ref={box} id={ID}>
      <Switch
        label="Read receipts"
        hint="People you know see that you have read their messages, and when you type. When off, you don't see it of them either. Strangers never see it."
        checked={on}
        onChange={(readReceipts) => save.mutate({ body: { readReceipts }, keepalive: true })}
      />
    </div>
  );
}

function CardSkeleton() {
  return (
    <Loading label="Loading your choice">
      <Skeleton className="h-14 rounded-m" />
    </Loading>
  );
}
