import type { Schemas } from "@/lib/api";
import type { Message } from "../api/use-thread";

/** Number of messages to a stranger who has not answered: the server's own rule. */
const MAX_UNANSWERED = 3;

/**
 * Returns whether one more message can be sent before the other person answers. People who follow
 * each other, or have a booking together, have no limit. Decided only with the `whole` conversation
 * loaded.
 */
export function hasOneMessageLeft(
  head: Pick<Schemas["ConversationHead"], "can_write" | "in_common" | "user_id"> | undefined,
  messages: readonly Pick<Message, "sender_id">[],
  whole: boolean,
): boolean {
  if (!head?.can_write || !whole) return false;
  const { bookings, follow_each_other } = head.in_common;
  if (bookings > 0 || follow_each_other) return false;
  const answered = messages.some(({ sender_id }) => sender_id === head.user_id);
  return !answered && messages.length === MAX_UNANSWERED - 1;
}
