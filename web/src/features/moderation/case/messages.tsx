import { useState } from "react";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { client, type Schemas, usePages } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { MessageContent } from "../components/message-content";

type Case = Schemas["DisputeCase"];

/** Messages of the parties since the request, until the decision; loaded on request. */
export function CaseMessages({ found }: { found: Case }) {
  const [requested, setRequested] = useState(false);
  if (found.dispute.status === "resolved") {
    return (
      <p className="text-ink-2">
        The dispute is decided: what they wrote to each other is private again.
      </p>
    );
  }
  if (requested) return <Messages found={found} />;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-ink-2">
        Private messages and pictures. Read them only if you need to. Reading them is recorded in
        the audit log.
      </p>
      <Button variant="quiet" onClick={() => setRequested(true)}>
        Read their messages
      </Button>
    </div>
  );
}

function Messages({ found }: { found: Case }) {
  const { client, provider, dispute } = found;
  // The newest page comes first, and each page is in reading order.
  const list = usePages(
    "/api/admin/disputes/{bookingId}/messages",
    { path: { bookingId: dispute.bookingId }, query: { limit: 50 } },
    { lastPageFirst: true },
  );
  return (
    <Loaded
      query={list}
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
            {items.map((message) => (
              <Message
                key={message.id}
                message={message}
                bookingId={dispute.bookingId}
                name={message.sender_id === client.id ? client.firstname : provider.firstname}
              />
            ))}
          </ol>
        </div>
      )}
    </Loaded>
  );
}

interface MessageProps {
  message: Schemas["CaseMessage"];
  bookingId: number;
  /** Author of the message. */
  name: string;
}

function Message({ message, bookingId, name }: MessageProps) {
  const { id, content, picture_url, created_at } = message;
  const when = formatWhen(created_at);
  return (
    <li className="grid gap-1 rounded-s bg-sunk p-3">
      <p className="num text-small text-ink-2">
        <span className="font-semibold text-ink">{name}</span>, {when}
      </p>
      <MessageContent
        content={content}
        pictureUrl={picture_url}
        name={name}
        when={when}
        loadPicture={(signal) => loadPicture(bookingId, id, signal)}
      />
    </li>
  );
}

async function loadPicture(
  bookingId: number,
  messageId: string,
  signal: AbortSignal,
): Promise<Blob> {
  const { data } = await client.GET(
    "/api/admin/disputes/{bookingId}/messages/{messageId}/picture",
    { params: { path: { bookingId, messageId } }, parseAs: "blob", signal },
  );
  return data as unknown as Blob;
}
