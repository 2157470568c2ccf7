import { UserX } from "lucide-react";
import { ButtonLink } from "@/components/button";
import { PageTitle } from "@/components/page-header";
import { EmptyState } from "@/components/states";
import { ApiError, api, type Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { useFileDrop } from "@/lib/file-drop";
import { usePollInterval } from "@/lib/live";
import { Composer, useComposer } from "../composer/composer";
import { useDraft } from "../composer/use-draft";
import { useUnsent } from "../outbox/store";
import { closedText, firstnameOf, inCommonText } from "./head-text";
import { JumpToNewest } from "./jump-to-newest";
import { MessageList } from "./message-list";
import { ThreadHead } from "./thread-head";
import { useDelivery } from "./use-delivery";
import { useMarkRead } from "./use-mark-read";
import { useRemoved } from "./use-removed";
import { useThread } from "./use-thread";
import { useThreadScroll } from "./use-thread-scroll";
import { useTyping } from "./use-typing";

const HEAD = "/api/message/with/{otherId}";
const POLL_MS = 3_000;

/** What is known of a person before the server has answered. */
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
  const unsent = useUnsent(otherId);
  const { messages } = thread;
  const waiting = unsent.filter(
    ({ clientId }) => !messages.some((message) => message.client_id === clientId),
  );
  const scroll = useThreadScroll({
    first: messages[0]?.id,
    last: waiting.at(-1)?.clientId ?? messages.at(-1)?.id,
  });
  useDelivery(
    messages.findLast(({ sender_id }) => sender_id !== otherId),
    head,
  );
  useMarkRead(otherId, messages, scroll.atEnd, thread.merge);
  useRemoved(messages, thread.merge);
  // The head may be older than the first message.
  const first = (head?.first ?? false) && messages.length === 0;
  const composer = useComposer(useDraft(otherId));
  const closed = head && closedText(head, firstnameOf(head.name));
  const { over, drop } = useFileDrop(closed ? () => undefined : composer.attach);

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
        inCommon={head && !first ? inCommonText(head) : ""}
      />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <MessageList
          thread={thread}
          waiting={waiting}
          otherId={otherId}
          firstname={firstname}
          head={head}
          first={first}
          scroll={scroll}
        />
        <TypingSign otherId={otherId} firstname={firstname} newest={messages.at(-1)?.seq ?? 0} />
        {!scroll.atEnd && (
          <JumpToNewest messages={messages} otherId={otherId} onJump={scroll.toEnd} />
        )}
      </div>
      {closed ? (
        <p className="border-t border-line px-5 py-4 text-ink-2">{closed}</p>
      ) : (
        <Composer
          composer={composer}
          otherId={otherId}
          firstname={firstname}
          first={first}
          onSend={scroll.toEnd}
        />
      )}
    </section>
  );
}

interface TypingSignProps {
  otherId: string;
  firstname: string;
  /** What came last: whoever wrote it has stopped typing. */
  newest: number;
}

/** Its line is always there, so that nothing moves when the sign comes and goes. */
function TypingSign({ otherId, firstname, newest }: TypingSignProps) {
  const typing = useTyping(otherId, newest);
  return (
    <p role="status" className="min-h-6 px-3 text-small text-ink-2 md:px-5">
      {typing && `${firstname} is typing…`}
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
        This person is no longer here, or the link is incomplete.
      </EmptyState>
    </div>
  );
}
