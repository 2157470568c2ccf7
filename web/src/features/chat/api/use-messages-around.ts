import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { client, queryKey } from "@/lib/api";
import { useSession } from "@/lib/session";
import { inOrder } from "../thread/arrange";
import type { Message } from "./use-thread";

const PATH = "/api/message/{myId}/{otherId}";
const PAGE_SIZE = 20;

/**
 * A range of `seq`, which is consecutive within a conversation, so that the number of messages in it
 * is known.
 */
interface Range {
  after: number;
  limit: number;
}

/** Fetches the messages around `targetSeq`; older and newer ones on request. */
export function useMessagesAround(otherId: string, targetSeq: number | undefined) {
  const myId = useSession()?.claims.id ?? "";
  const path = { myId, otherId };
  const query = useInfiniteQuery({
    queryKey: [...queryKey(PATH, { path }), "around", targetSeq],
    enabled: targetSeq !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: {
      after: Math.max(0, (targetSeq ?? 0) - PAGE_SIZE / 2),
      limit: PAGE_SIZE,
    } as Range,
    queryFn: async ({ pageParam: { after, limit }, signal }): Promise<Message[]> => {
      const params = { path, query: { after: String(after), limit } };
      const { data } = await client.GET(PATH, { params, signal });
      return data ?? [];
    },
    getPreviousPageParam: ([first]): Range | undefined => {
      const older = (first?.seq ?? 1) - 1;
      if (older === 0) return undefined;
      const after = Math.max(0, older - PAGE_SIZE);
      return { after, limit: older - after };
    },
    getNextPageParam: (last): Range | undefined => {
      const newest = last.at(-1);
      return newest && { after: newest.seq, limit: PAGE_SIZE };
    },
  });
  const messages = useMemo(() => inOrder(query.data?.pages.flat() ?? []), [query.data]);
  return { ...query, messages };
}
