import { useState } from "react";
import { Button } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { type Schemas, usePages } from "@/lib/api";
import { formatWhen } from "@/lib/format";

type Case = Schemas["DisputeCase"];

/** What the two wrote to each other since the request; nobody reads it by the way. */
export function CaseMessages({ found }: { found: Case }) {
  const [wanted, setWanted] = useState(false);
  if (wanted) return <Messages found={found} />;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-ink-2">
        Private messages. Read them only if you need to: the audit log notes that you did.
      </p>
      <Button variant="quiet" onClick={() => setWanted(true)}>
        Read their messages
      </Button>
    </div>
  );
}

function Messages({ found }: { found: Case }) {
  const { client, provider, dispute } = found;
  const list = usePages("/api/admin/disputes/{bookingId}/messages", {
    path: { bookingId: dispute.bookingId },
    query: { limit: 50 },
  });
  // The newest page comes first, and each is in the order in which it is read.
  const items = list.data?.pages.toReversed().flatMap((page) => page.data);
  return (
    <Loaded
      query={{ ...list, data: items }}
      skeleton={
        <SkeletonList count={3}>
          <SkeletonRow />
        </SkeletonList>
      }
      empty={<EmptyState title="No messages since the request" />}
    >
      {(items) => (
        <div className="grid gap-3">
          <MoreButton list={list} block={false} className="">
            Show earlier messages
          </MoreButton>
          <ol aria-label="Their messages" className="grid gap-2">
            {items.map(({ id, sender_id, content, picture, created_at }) => (
              <li key={id} className="grid gap-0.5 rounded-s bg-sunk p-3">
                <p className="num text-small text-ink-2">
                  <span className="font-semibold text-ink">
                    {sender_id === client.id ? client.firstname : provider.firstname}
                  </span>
                  , {formatWhen(created_at)}
                </p>
                {content && <p className="whitespace-pre-line wrap-anywhere">{content}</p>}
                {picture && <p className="text-small text-ink-2">With a picture</p>}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Loaded>
  );
}
