import { ArrowDown } from "lucide-react";
import { CountBadge } from "@/components/badge";
import type { Message } from "../api/use-thread";

interface JumpToNewestProps {
  messages: readonly Message[];
  otherId: string;
  onJump: () => void;
}

/** Button back to the end of the thread, with the number of unread messages. */
export function JumpToNewest({ messages, otherId, onJump }: JumpToNewestProps) {
  const unread = messages.filter(
    (message) => message.sender_id === otherId && !message.mark_as_read,
  ).length;
  return (
    <button
      type="button"
      onClick={onJump}
      className="absolute inset-x-0 bottom-8 mx-auto inline-flex min-h-11 w-fit items-center gap-2 rounded-full bg-card px-4 text-small font-semibold shadow-raised ring-1 ring-line hover:bg-sunk"
    >
      <ArrowDown aria-hidden="true" className="size-4" />
      Newest messages
      <CountBadge count={unread} />
      {unread > 0 && <span className="sr-only">, {unread} new</span>}
    </button>
  );
}
