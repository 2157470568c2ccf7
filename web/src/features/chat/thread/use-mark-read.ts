import { useEffect } from "react";
import { client, useQueryCache } from "@/lib/api";
import { useOnline } from "@/lib/online";
import { useVisible } from "@/lib/visible";
import type { Message } from "./use-thread";

const CONVERSATIONS = "/api/message/chat/history/users";

/**
 * Tells the server that what the other person wrote has been read, once it is in sight: not in a
 * tab behind others, and not while one looks at what is further up.
 */
export function useMarkRead(
  otherId: string,
  messages: readonly Message[],
  inSight: boolean,
  onRead: (messages: Message[]) => void,
): void {
  const cache = useQueryCache();
  const visible = useVisible();
  // Without a network it is told when there is one again.
  const online = useOnline();
  const unread = messages.filter(
    (message) => message.sender_id === otherId && !message.mark_as_read,
  );
  const newest = unread.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newest message
  useEffect(() => {
    if (!newest || !visible || !inSight || !online) return;
    cache.changePages(CONVERSATIONS, {}, (pages) =>
      pages.map((page) =>
        page.map((row) => (row.user_id === otherId ? { ...row, unreadmessagecount: 0 } : row)),
      ),
    );
    const params = { path: { messageId: newest } };
    client
      .PUT("/api/message/markasread/{messageId}", { params })
      .then(() => onRead(unread.map((message) => ({ ...message, mark_as_read: true }))))
      // Whether it worked or not, the server knows what is read.
      .finally(() => cache.invalidate(CONVERSATIONS, "/api/message/unread"));
  }, [newest, visible, inSight, online]);
}
