import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { client, queryKey, type Schemas, usePages, useQueryCache } from "@/lib/api";
import { useLive, usePollInterval } from "@/lib/live";
import { useSession } from "@/lib/session";
import { onDelivered } from "../outbox/deliver";
import { forget } from "../outbox/store";
import { inOrder, lastUnbroken, withArrived } from "../thread/arrange";
import { CONVERSATIONS } from "./use-conversations";

export type Message = Schemas["Message"];

const PATH = "/api/message/{myId}/{otherId}";
/** Number of messages fetched at once after a pause. */
const CATCH_UP = 100;
const POLL_MS = 3_000;

/**
 * Fetches the messages with one person: the newest page, older ones on request, and new ones while
 * the thread is open. Loaded messages are not loaded again: after a pause only newer ones are
 * fetched.
 */
export function useThread(otherId: string) {
  const myId = useSession()?.claims.id ?? "";
  const path = useMemo(() => ({ myId, otherId }), [myId, otherId]);
  const cache = useQueryCache();
  const pages = usePages(PATH, { path }, { staleTime: Number.POSITIVE_INFINITY });
  const { data } = pages;
  const messages = useMemo(() => inOrder(data ?? []), [data]);

  const merge = useCallback(
    (arrived: Message[]) => {
      cache.changePages(PATH, { path }, (known) => withArrived(known, arrived));
    },
    [cache, path],
  );
  useEffect(
    () =>
      onDelivered((message) => {
        if (message.receiver_id !== otherId) return;
        merge([message]);
        cache.invalidate(CONVERSATIONS);
      }),
    [otherId, merge, cache],
  );

  useEffect(() => {
    // The server has the message, even if its response was lost.
    for (const { client_id } of messages) if (client_id) forget(client_id);
  }, [messages]);

  const [openedAt] = useState(() => (data ? 0 : Date.now()));
  const newest = messages.at(-1)?.seq ?? 0;
  const whole = lastUnbroken(messages, pages.hasNextPage ? (messages[0]?.seq ?? 1) - 1 : 0);
  const { refetch, isFetchedAfterMount } = useQuery({
    queryKey: [...queryKey(PATH, { path }), "newer"],
    queryFn: async ({ signal }) => {
      for (let after = whole; ; ) {
        const query = { after: String(after), limit: CATCH_UP };
        const { data: arrived = [] } = await client.GET(PATH, { params: { path, query }, signal });
        if (arrived.length > 0) merge(arrived);
        if (arrived.length < CATCH_UP) return null;
        after = arrived.at(-1)?.seq ?? after;
      }
    },
    enabled: data !== undefined,
    // A thread that was not cached has just loaded its first page.
    initialData: null,
    initialDataUpdatedAt: openedAt,
    staleTime: POLL_MS,
    refetchInterval: usePollInterval(POLL_MS),
  });
  useEffect(() => {
    if (whole < newest) refetch();
  }, [whole, newest, refetch]);
  // A running request may have started too early, so it is restarted.
  useLive("message", ({ seq, sender_id, receiver_id }) => {
    const ours = sender_id === otherId || receiver_id === otherId;
    if (ours && !messages.some((message) => message.seq === seq)) refetch();
  });
  useLive("reset", () => {
    refetch();
  });

  return {
    ...pages,
    messages,
    merge,
    /** Whether messages that arrived before the visit are included. */
    settled: openedAt > 0 || isFetchedAfterMount,
  };
}
