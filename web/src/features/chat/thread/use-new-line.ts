import { useState } from "react";
import type { Message } from "../api/use-thread";

/**
 * Returns the place of the first message that was new when the conversation was opened, or its end
 * reached again. Undefined without one, and after an answer.
 */
export function useNewLine(
  otherId: string,
  messages: readonly Message[],
  /** Whether new messages are seen as they arrive. */
  watching: boolean,
): number | undefined {
  const [from, setFrom] = useState<number>();
  const unread = messages.find(
    ({ sender_id, mark_as_read }) => sender_id === otherId && !mark_as_read,
  )?.seq;
  const isEarlier = unread !== undefined && from !== undefined && unread < from;
  if (unread !== undefined && unread !== from && (isEarlier || !watching)) setFrom(unread);
  const answered = messages.some(
    ({ sender_id, seq }) => sender_id !== otherId && from !== undefined && seq > from,
  );
  return answered ? undefined : from;
}
