import { useState } from "react";
import { Button } from "@/components/button";
import { Loading, Skeleton } from "@/components/skeleton";
import { ErrorState } from "@/components/states";
import type { Schemas } from "@/lib/api";
import { formatDay } from "@/lib/format";
import type { Outgoing } from "../outbox/store";
import { UnsentMessage } from "../outbox/unsent-message";
import { byDay } from "./arrange";
import { FirstWords } from "./first-words";
import { SentMessage } from "./sent-message";
import type { Message, useThread } from "./use-thread";
import type { useThreadScroll } from "./use-thread-scroll";

/** This near the beginning, what is before it is fetched. */
const NEAR_PX = 400;

interface MessageListProps {
  thread: ReturnType<typeof useThread>;
  /** What the server does not have yet. */
  waiting: readonly Outgoing[];
  otherId: string;
  firstname: string;
  head: Schemas["ConversationHead"] | undefined;
  /** Whether the two have never written to each other. */
  first: boolean;
  scroll: ReturnType<typeof useThreadScroll>;
}

/** The messages of a thread, day by day, newest at the end. */
export function MessageList(props: MessageListProps) {
  const { thread, waiting, otherId, firstname, head, first, scroll } = props;
  const { messages } = thread;
  const reached = { delivered: head?.last_delivered_seq ?? 0, read: head?.last_read_seq ?? 0 };
  const loadEarlier = () => {
    if (thread.hasNextPage && !thread.isFetchingNextPage) thread.fetchNextPage();
  };
  const onScroll = () => {
    scroll.onScroll();
    const near = (scroll.ref.current?.scrollTop ?? NEAR_PX) < NEAR_PX;
    // After a failure one asks for it oneself.
    if (near && !thread.isFetchNextPageError) loadEarlier();
  };
  return (
    <section
      ref={scroll.ref}
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      onScroll={onScroll}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-3 py-4 [overflow-anchor:none] focus-visible:-outline-offset-4 md:px-5"
    >
      {thread.data ? (
        <div className="mt-auto grid gap-3">
          {thread.hasNextPage && <Earlier thread={thread} onLoad={loadEarlier} />}
          {head && first && <FirstWords head={head} firstname={firstname} />}
          {byDay(messages).map((day) => (
            <div key={day.key} className="grid gap-1.5">
              <h2 className="py-1 text-center font-text text-small font-medium tracking-normal text-ink-2">
                {formatDay(`${day.key}T12:00:00Z`)}
              </h2>
              <ol className="grid gap-1.5">
                {day.messages.map((message) => (
                  <SentMessage
                    key={message.id}
                    message={message}
                    mine={message.sender_id !== otherId}
                    firstname={firstname}
                    reached={reached}
                  />
                ))}
              </ol>
            </div>
          ))}
          {waiting.length > 0 && (
            <ol aria-label="Not sent yet" className="grid gap-1.5">
              {waiting.map((entry) => (
                <UnsentMessage key={entry.clientId} entry={entry} />
              ))}
            </ol>
          )}
          <Announcer messages={messages} otherId={otherId} firstname={firstname} />
        </div>
      ) : (
        <NotThere thread={thread} />
      )}
    </section>
  );
}

function NotThere({ thread }: Pick<MessageListProps, "thread">) {
  if (thread.error) {
    return (
      <ErrorState
        message="Failed to fetch messages"
        busy={thread.isFetching}
        onRetry={() => thread.refetch()}
      />
    );
  }
  return (
    <div className="mt-auto">
      <Loading label="Loading messages">
        <div className="grid gap-2">
          <Skeleton className="h-11 w-3/5 rounded-m" />
          <Skeleton className="ml-auto h-11 w-1/2 rounded-m" />
          <Skeleton className="h-16 w-2/3 rounded-m" />
        </div>
      </Loading>
    </div>
  );
}

interface EarlierProps extends Pick<MessageListProps, "thread"> {
  onLoad: () => void;
}

/** Older messages come by themselves as one scrolls up; by this button too, and after a failure. */
function Earlier({ thread, onLoad }: EarlierProps) {
  return (
    <div className="grid justify-items-center gap-2 pb-2">
      {thread.isFetchNextPageError && (
        <p role="alert" className="text-small text-danger">
          Earlier messages could not be loaded.
        </p>
      )}
      <Button variant="quiet" size="small" busy={thread.isFetchingNextPage} onClick={onLoad}>
        Show earlier messages
      </Button>
    </div>
  );
}

interface AnnouncerProps extends Pick<MessageListProps, "otherId" | "firstname"> {
  messages: readonly Message[];
}

/** Reads out what the other person writes while the thread is open; not what was there before. */
function Announcer({ messages, otherId, firstname }: AnnouncerProps) {
  const newest = messages.findLast((message) => message.sender_id === otherId);
  const [opened] = useState(newest?.seq ?? 0);
  const text = newest && newest.seq > opened ? newest.content || "sent a picture" : "";
  return (
    <p role="status" className="sr-only">
      {text && `${firstname}: ${text}`}
    </p>
  );
}
