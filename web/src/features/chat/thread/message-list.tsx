import type { ReactNode } from "react";
import { Button } from "@/components/button";
import { Loading, Skeleton } from "@/components/skeleton";
import { ErrorState } from "@/components/states";
import type { Schemas } from "@/lib/api";
import { formatDay } from "@/lib/format";
import type { Outgoing } from "../outbox/store";
import { UnsentMessage } from "../outbox/unsent-message";
import { byDay } from "./arrange";
import { SentMessage } from "./sent-message";
import { useReportStop } from "./use-report-stop";
import type { More, Shown } from "./use-shown";
import type { useThreadScroll } from "./use-thread-scroll";
import type { ThreadItem } from "./weave";

/** This near the beginning, or the end, what is beyond it is fetched. */
const NEAR_PX = 400;

interface MessageListProps {
  /** Messages, and what else happened, in order. */
  items: readonly ThreadItem[];
  shown: Shown;
  /** What the server does not have yet. */
  waiting: readonly Outgoing[];
  otherId: string;
  firstname: string;
  head: Schemas["ConversationHead"] | undefined;
  /** The place of the message that was looked for. */
  wanted: number | undefined;
  scroll: ReturnType<typeof useThreadScroll>;
  /** What stands above all of it. */
  children: ReactNode;
}

/** What stands in a thread, day by day, newest at the end. */
export function MessageList(props: MessageListProps) {
  const { items, shown, waiting, otherId, firstname, head, wanted, scroll, children } = props;
  const { earlier, later } = shown;
  const report = useReportStop(shown.messages, otherId);
  const reached = { delivered: head?.last_delivered_seq ?? 0, read: head?.last_read_seq ?? 0 };
  const onScroll = () => {
    scroll.onScroll();
    const box = scroll.ref.current;
    if (!box) return;
    // After a failure one asks for it oneself.
    if (box.scrollTop < NEAR_PX && !earlier.failed) loadMore(earlier);
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (below < NEAR_PX && !later.failed) loadMore(later);
  };
  return (
    <section
      ref={scroll.ref}
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      onScroll={onScroll}
      onFocus={report.onFocus}
      onKeyDown={report.onKeyDown}
      className="peer/messages flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-3 py-4 [overflow-anchor:none] focus-visible:-outline-offset-4 md:px-5"
    >
      {shown.ready ? (
        <div ref={scroll.content} className="mt-auto grid gap-3">
          <MoreButton more={earlier} what="earlier messages" />
          {children}
          {byDay(items).map((day) => (
            <div key={day.key} className="grid grid-cols-1 gap-1.5">
              <h2 className="py-1 text-center font-text text-small font-medium tracking-normal text-ink-2">
                {formatDay(`${day.key}T12:00:00Z`)}
              </h2>
              <ol className="grid grid-cols-1 gap-1.5">
                {day.items.map(({ key, message, entry }) =>
                  message ? (
                    <SentMessage
                      key={key}
                      message={message}
                      mine={message.sender_id !== otherId}
                      firstname={firstname}
                      reached={reached}
                      found={message.seq === wanted}
                      reportStop={message.id === report.stop}
                    />
                  ) : (
                    <li key={key} data-entry={key}>
                      {entry.node}
                    </li>
                  ),
                )}
              </ol>
            </div>
          ))}
          <MoreButton more={later} what="later messages" />
          {waiting.length > 0 && !later.has && (
            <ol aria-label="Not sent yet" className="grid gap-1.5">
              {waiting.map((entry) => (
                <UnsentMessage key={entry.clientId} entry={entry} />
              ))}
            </ol>
          )}
        </div>
      ) : (
        <NotThere shown={shown} />
      )}
    </section>
  );
}

function loadMore({ has, busy, load }: More): void {
  if (has && !busy) load();
}

function NotThere({ shown }: Pick<MessageListProps, "shown">) {
  if (shown.failed) {
    return (
      <ErrorState message="Failed to fetch messages" busy={shown.busy} onRetry={shown.retry} />
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

interface MoreButtonProps {
  more: More;
  what: string;
}

/** More comes by itself as one scrolls; by this button too, and after a failure. */
function MoreButton({ more, what }: MoreButtonProps) {
  if (!more.has) return null;
  return (
    <div className="grid justify-items-center gap-2 pb-2">
      {more.failed && (
        <p role="alert" className="text-small text-danger first-letter:uppercase">
          {what} could not be loaded.
        </p>
      )}
      <Button variant="quiet" size="small" busy={more.busy} onClick={() => loadMore(more)}>
        Show {what}
      </Button>
    </div>
  );
}
