import { useEffect } from "react";
import { api, useQueryCache } from "@/lib/api";
import { useOnline } from "@/lib/online";
import { useVisible } from "../thread/visible";
import { CONVERSATIONS } from "./use-conversations";

/** Marks the bookings between the two as seen, once the conversation is in view. */
export function useMarkBookingsSeen(otherId: string, unseen: number, inSight: boolean): void {
  const cache = useQueryCache();
  const visible = useVisible();
  const online = useOnline();
  const { mutate } = api.useMutation("put", "/api/message/seen/{otherId}/bookings", {
    retry: 3,
    onMutate: () =>
      cache.changePages(CONVERSATIONS, {}, (pages) =>
        pages.map((page) =>
          page.map((row) => (row.user_id === otherId ? { ...row, unreadbookingcount: 0 } : row)),
        ),
      ),
    // Success or failure: the server knows what was seen.
    onSettled: () => cache.invalidate(CONVERSATIONS, "/api/message/with/{otherId}"),
  });
  useEffect(() => {
    if (unseen === 0 || !visible || !inSight || !online) return;
    mutate({ params: { path: { otherId } } });
  }, [otherId, unseen, visible, inSight, online, mutate]);
}
