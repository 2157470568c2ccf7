import { useEffect } from "react";
import { api, useQueryCache } from "@/lib/api";
import { useOnline } from "@/lib/online";
import { useVisible } from "../thread/visible";
import { CONVERSATIONS } from "./use-conversations";
import type { Message } from "./use-thread";

/**
 * Marks the other person's messages as read once they are in view: not in a background tab, and not
 * while the reader is further up.
 */
export function useMarkRead(
  otherId: string,
  messages: readonly Message[],
  inSight: boolean,
  onRead: (messages: Message[]) => void,
): void {
  const cache = useQueryCache();
  const visible = useVisible();
  // Offline, this waits for the network.
  const online = useOnline();
  const unread = messages.filter(
    (message) => message.sender_id === otherId && !message.mark_as_read,
  );
  const newest = unread.at(-1)?.id;
  const { mutate } = api.useMutation("put", "/api/message/markasread/{messageId}", {
    retry: 3,
    onMutate: () => {
      cache.changePages(CONVERSATIONS, {}, (pages) =>
        pages.map((page) =>
          page.map((row) => (row.user_id === otherId ? { ...row, unreadmessagecount: 0 } : row)),
        ),
      );
      return unread;
    },
    onSuccess: (_, __, read) => onRead(read.map((one) => ({ ...one, mark_as_read: true }))),
    // Success or failure: the server knows what is read.
    onSettled: () => cache.invalidate(CONVERSATIONS, "/api/message/unread"),
  });
  useEffect(() => {
    if (!newest || !visible || !inSight || !online) return;
    mutate({ params: { path: { messageId: newest } } });
  }, [newest, visible, inSight, online, mutate]);
}
