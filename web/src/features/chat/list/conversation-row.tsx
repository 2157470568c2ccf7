import { ImageIcon } from "lucide-react";
import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { CountBadge } from "@/components/badge";
import { cx } from "@/lib/cx";
import { formatDay, formatTime } from "@/lib/format";
import type { Conversation } from "../api/use-conversations";
import { draftTo } from "../composer/use-draft";
import { FoundText } from "./found-text";

interface ConversationRowProps {
  conversation: Conversation;
  /** Whether its thread is open beside the list. */
  open: boolean;
  /** Search text. */
  term: string;
}

/** A conversation in the list: its person, last message, time, and number of unread items. */
export function ConversationRow({ conversation, open, term }: ConversationRowProps) {
  const { user_id, name, photourl, unreadmessagecount, unreadbookingcount } = conversation;
  const unread = unreadmessagecount + unreadbookingcount;
  const { match } = conversation;
  // An open conversation shows its draft in the text field.
  const draft = open ? "" : draftTo(user_id);
  return (
    <Link
      to={match ? `/chat/${user_id}?message=${match.seq}` : `/chat/${user_id}`}
      state={{ userId: user_id, userName: name, userPhoto: photourl }}
      aria-current={open ? "page" : undefined}
      className="flex items-center gap-3 rounded-m px-3 py-2.5 hover:bg-sunk aria-[current=page]:bg-spark-soft"
    >
      <Avatar name={name} photo={photourl} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate font-bold">{name}</span>
          <span className="num shrink-0 text-small text-ink-2">
            {timeText(match?.created_at ?? conversation.lastmessagetime)}
          </span>
        </span>
        <span className="flex items-center gap-2">
          <span
            className={cx(
              "min-w-0 flex-1 truncate text-small",
              unread ? "font-bold" : "text-ink-2",
            )}
          >
            {match && <FoundText text={match.content} term={term} />}
            {!match && draft && (
              <>
                <span className="font-semibold text-spark-deep">Draft:</span> {draft}
              </>
            )}
            {!match && !draft && <LastMessage conversation={conversation} />}
          </span>
          <CountBadge count={unread} className="shrink-0" />
          {unread > 0 && <span className="sr-only">{unread} new</span>}
        </span>
      </span>
    </Link>
  );
}

function LastMessage({ conversation }: { conversation: Conversation }) {
  const { lastmessage, lastmessage_mine, lastmessage_kind } = conversation;
  return (
    <>
      {lastmessage_mine && "You: "}
      {lastmessage_kind === "picture" && (
        <ImageIcon aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
      )}
      {lastmessage || "Picture"}
    </>
  );
}

/** Returns the time for today, the date for earlier days. */
function timeText(iso: string): string {
  const day = formatDay(iso);
  return day === "Today" ? formatTime(iso) : day;
}
