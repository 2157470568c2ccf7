import { UserX } from "lucide-react";
import { useRef } from "react";
import { Button, ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { PageTitle } from "@/components/page-header";
import { ApiError, api, type Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { useFileDrop } from "@/lib/file-drop";
import { firstnameOf } from "@/lib/format";
import { usePollInterval } from "@/lib/live";
import { useBookings } from "../api/use-bookings";
import { useMarkBookingsSeen } from "../api/use-mark-bookings-seen";
import { useMarkRead } from "../api/use-mark-read";
import { useThread } from "../api/use-thread";
import { Composer, useComposer } from "../composer/composer";
import { useDraft } from "../composer/use-draft";
import { useUnsent } from "../outbox/store";
import { Announcer } from "./announcer";
import { CannotWriteNotice } from "./cannot-write-notice";
import { FirstWords } from "./first-words";
import { closedText, inCommon } from "./head-text";
import { JumpToNewest } from "./jump-to-newest";
import { mergeThread } from "./merge";
import { hasOneMessageLeft } from "./message-limit";
import { MessageList } from "./message-list";
import { MENU_HINT } from "./message-menu";
import { OpenBooking } from "./open-booking";
import { ThreadHead } from "./thread-head";
import { useLinkedMessage } from "./use-linked-message";
import { useNewLine } from "./use-new-line";
import { useRemoved } from "./use-removed";
import { useShown } from "./use-shown";
import { useThreadScroll } from "./use-thread-scroll";
import { useTyping } from "./use-typing";
import { useVisible } from "./visible";

const HEAD = "/api/message/with/{otherId}";
const POLL_MS = 3_000;

/** A person's name and photo, known before the server has answered. */
export interface KnownPerson {
  name: string;
  photo: string | undefined;
}

interface ThreadProps {
  otherId: string;
  known: KnownPerson | undefined;
}

/** The conversation with one person. */
export function Thread({ otherId, known }: ThreadProps) {
  const params = { path: { otherId } };
  const refetchInterval = usePollInterval(POLL_MS);
  const head = api.useQuery("get", HEAD, { params }, { refetchInterval });
  const unknown = head.error instanceof ApiError && [400, 404].includes(head.error.status);
  if (unknown && !head.data) return <NobodyThere />;
  return <Conversation otherId={otherId} head={head.data} known={known} />;
}

interface ConversationProps extends ThreadProps {
  head: Schemas["ConversationHead"] | undefined;
}

function Conversation({ otherId, head, known }: ConversationProps) {
  const thread = useThread(otherId);
  const linked = useLinkedMessage();
  const unsent = useUnsent(otherId);
  const waiting = unsent.filter(
    ({ clientId }) => !thread.messages.some((message) => message.client_id === clientId),
  );
  const messages = useShown(otherId, thread, linked.seq);
  const { earlier, later } = messages;
  const bookings = useBookings(otherId, {
    from: messages.messages[0]?.created_at,
    whole: messages.ready && !earlier.has,
    until: later.has ? messages.messages.at(-1)?.created_at : undefined,
  });
  const shown = {
    ...messages,
    ready: messages.ready && bookings.settled,
    earlier: earlier.has ? earlier : bookings.earlier,
  };
  const items = mergeThread(shown.messages, bookings.entries);
  const scroll = useThreadScroll({
    first: shown.ready ? items[0]?.key : undefined,
    last: shown.ready ? (waiting.at(-1)?.clientId ?? items.at(-1)?.key) : undefined,
    toNewest: !later.has,
    target: linked.seq,
    settled: thread.settled,
  });
  const inSight = scroll.inSight && !later.has;
  useMarkRead(otherId, thread.messages, inSight, thread.merge);
  useMarkBookingsSeen(otherId, head?.unread_bookings ?? 0, bookings.settled && inSight);
  const watching = useVisible() && inSight;
  const newFrom = useNewLine(otherId, shown.messages, watching);
  useRemoved(thread.messages, thread.merge);
  // The cached head may be older than the first message, which may still wait to be sent.
  const first = (head?.first ?? false) && thread.messages.length === 0 && waiting.length === 0;
  const box = useRef<HTMLTextAreaElement>(null);
  const composer = useComposer(useDraft(otherId));
  const closed = head && closedText(head, firstnameOf(head.name));
  const { over, drop } = useFileDrop(closed ? () => undefined : composer.attach);
  const toNewest = () => {
    if (linked.seq !== undefined) linked.clear();
    scroll.toEnd();
  };

  const name = head?.name ?? known?.name ?? "Conversation";
  const left = head?.cannot_write_reason === "deleted";
  const firstname = left ? name : firstnameOf(name);
  return (
    <section
      aria-label={`Conversation with ${name}`}
      className={cx("flex min-h-0 min-w-0 flex-1 flex-col", over && "bg-leaf-soft")}
      {...drop}
    >
      <ThreadHead
        name={name}
        profile={head && !left ? `/user-profile/${otherId}` : undefined}
        photo={head ? head.photourl : known?.photo}
        verified={head?.verified ?? false}
        inCommon={(head && !first && inCommon(head)[0]) || ""}
      />
      {bookings.open && shown.ready && <OpenBooking entry={bookings.open} box={scroll.ref} />}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <MessageList
          items={items}
          shown={shown}
          waiting={waiting}
          otherId={otherId}
          firstname={firstname}
          head={head}
          targetSeq={linked.seq}
          newFrom={newFrom}
          scroll={scroll}
        >
          {bookings.failed && <BookingsFailed onRetry={bookings.retry} />}
          {head && first && (
            <FirstWords
              head={head}
              firstname={firstname}
              text={composer.draft.text}
              onIdea={(text) => {
                composer.draft.write(text);
                box.current?.focus();
              }}
            />
          )}
        </MessageList>
        <TypingSign
          otherId={otherId}
          firstname={firstname}
          newest={thread.messages.at(-1)?.seq ?? 0}
        />
        <MenuHint />
        {shown.ready && (
          <Announcer
            messages={thread.messages}
            entries={bookings.entries}
            otherId={otherId}
            firstname={firstname}
          />
        )}
        {!scroll.atEnd && (
          <JumpToNewest messages={thread.messages} otherId={otherId} onJump={toNewest} />
        )}
      </div>
      {closed ? (
        <CannotWriteNotice otherId={otherId} head={head} text={closed} />
      ) : (
        <Composer
          composer={composer}
          box={box}
          otherId={otherId}
          firstname={firstname}
          first={first}
          oneLeft={hasOneMessageLeft(head, thread.messages, !thread.hasNextPage)}
          onSend={toNewest}
        />
      )}
    </section>
  );
}

/** Error for failed bookings; the messages are shown regardless. */
function BookingsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid justify-items-center gap-2">
      <p role="alert" className="text-small text-danger">
        Your bookings with each other could not be loaded.
      </p>
      <Button variant="quiet" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

interface TypingSignProps {
  otherId: string;
  firstname: string;
  /** Place of the newest message: its author has stopped typing. */
  newest: number;
}

/** The line is always present, so that nothing moves when the sign appears. */
function TypingSign({ otherId, firstname, newest }: TypingSignProps) {
  const typing = useTyping(otherId, newest);
  return (
    <p role="status" className="min-h-6 px-3 text-small text-ink-2 md:px-5">
      {typing && `${firstname} is typing…`}
    </p>
  );
}

/** Hint on how to reach the other menus, while a menu button has the focus; it covers nothing. */
function MenuHint() {
  return (
    <p
      id={MENU_HINT}
      className="pointer-events-none absolute right-3 bottom-0 hidden text-small text-ink-2 peer-has-[[data-menu]:focus-visible]/messages:block md:right-5"
    >
      Arrow keys: other messages
    </p>
  );
}

function NobodyThere() {
  return (
    <div className="grid min-w-0 flex-1 place-items-center overflow-y-auto">
      <PageTitle>Conversation</PageTitle>
      <h1 tabIndex={-1} className="sr-only">
        Conversation
      </h1>
      <EmptyState
        icon={<UserX />}
        title="There is nobody here"
        action={<ButtonLink to="/messages">See your messages</ButtonLink>}
      >
        You cannot write to this person, or the link is incomplete.
      </EmptyState>
    </div>
  );
}
