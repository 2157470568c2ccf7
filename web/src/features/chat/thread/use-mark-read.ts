import { useEffect } from "react";
import { api, useQueryCache } from "@/lib/api";
import { useOnline } from "@/lib/online";
import { useVisible } from "@/lib/visible";
import { CONVERSATIONS } from "../list/use-conversations";
import type { Message } from "./use-thread";

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
    // Whether it worked or not, the server knows what is read.
    onSettled: () => cache.invalidate(CONVERSATIONS, "/api/message/unread"),
  });
  useEffect(() => {
    if (!newest || !visible || !inSight || !online) return;
    mutate({ params: { path: { messageId: newest } } });
  }, [newest, visible, inSight, online, mutate]);
}
