import type { ReactNode } from "react";
import { Button } from "@/components/button";
import { ErrorState } from "@/components/error-state";
import { Loading, Skeleton } from "@/components/skeleton";
import { failureText, type Schemas } from "@/lib/api";
import type { Outgoing } from "../outbox/store";
import { UnsentMessage } from "../outbox/unsent-message";
import { byDay } from "./arrange";
import type { ThreadItem } from "./merge";
import { useMessageOptions } from "./message-menu";
import { ThreadDay } from "./thread-day";
import { useRovingTabIndex } from "./use-roving-tabindex";
import type { More, Shown } from "./use-shown";
import type { useThreadScroll } from "./use-thread-scroll";

/** Distance from either end, in pixels, at which more messages are fetched. */
const NEAR_PX = 400;

interface MessageListProps {
  /** Messages and booking entries, in order. */
  items: readonly ThreadItem[];
  shown: Shown;
  /** Unsent messages. */
  waiting: readonly Outgoing[];
  otherId: string;
  firstname: string;
  head: Schemas["ConversationHead"] | undefined;
  /** Place of the message searched for. */
  targetSeq: number | undefined;
  /** Place of the first new message. */
  newFrom: number | undefined;
  scroll: ReturnType<typeof useThreadScroll>;
  /** Content above the messages. */
  children: ReactNode;
}

/** Messages and entries of a thread, day by day, newest last. */
export function MessageList(props: MessageListProps) {
  const { items, shown, waiting, otherId, firstname, head, targetSeq, newFrom, scroll } = props;
  const { earlier, later } = shown;
  const optionsOf = useMessageOptions(otherId);
  const menus = useRovingTabIndex(
    shown.messages.filter((message) => optionsOf(message).length > 0),
  );
  const reached = { delivered: head?.last_delivered_seq ?? 0, read: head?.last_read_seq ?? 0 };
  const onScroll = () => {
    scroll.onScroll();
    const box = scroll.ref.current;
    if (!box) return;
    // After a failure, more is fetched by the button only.
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
      onFocus={menus.onFocus}
      onKeyDown={menus.onKeyDown}
      className="peer/messages flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-3 py-4 [overflow-anchor:none] focus-visible:-outline-offset-4 md:px-5"
    >
      {shown.ready ? (
        <div ref={scroll.content} className="mt-auto grid gap-3">
          <MoreButton more={earlier} what="earlier messages" />
          {props.children}
          {byDay(items).map((day) => (
            <ThreadDay
              key={day.key}
              day={day}
              otherId={otherId}
              firstname={firstname}
              reached={reached}
              targetSeq={targetSeq}
              newFrom={newFrom}
              optionsOf={optionsOf}
              menuStop={menus.stop}
            />
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
  if (shown.error) {
    return (
      <ErrorState
        message={failureText(shown.error, "Failed to fetch messages")}
        busy={shown.busy}
        onRetry={shown.retry}
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

interface MoreButtonProps {
  more: More;
  what: string;
}

/** Button that loads more messages; scrolling does so too, except after a failure. */
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
