import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { client, queryKey } from "@/lib/api";
import { useSession } from "@/lib/session";
import { inOrder } from "../thread/arrange";
import type { Message } from "./use-thread";

const PATH = "/api/message/{myId}/{otherId}";
const PAGE = 20;

/** A range of places, which have no gaps: its number of messages is known beforehand. */
interface Range {
  after: number;
  limit: number;
}

/** Fetches the messages around one that is not loaded; older and newer on request. */
export function useAround(otherId: string, wanted: number | undefined) {
  const myId = useSession()?.claims.id ?? "";
  const path = { myId, otherId };
  const query = useInfiniteQuery({
    queryKey: [...queryKey(PATH, { path }), "around", wanted],
    enabled: wanted !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: { after: Math.max(0, (wanted ?? 0) - PAGE / 2), limit: PAGE } as Range,
    queryFn: async ({ pageParam: { after, limit }, signal }): Promise<Message[]> => {
      const params = { path, query: { after: String(after), limit } };
      const { data } = await client.GET(PATH, { params, signal });
      return data ?? [];
    },
    getPreviousPageParam: ([first]): Range | undefined => {
      const older = (first?.seq ?? 1) - 1;
      if (older === 0) return undefined;
      const after = Math.max(0, older - PAGE);
      return { after, limit: older - after };
    },
    getNextPageParam: (last): Range | undefined => {
      const newest = last.at(-1);
      return newest && { after: newest.seq, limit: PAGE };
    },
  });
  const messages = useMemo(() => inOrder(query.data?.pages.flat() ?? []), [query.data]);
  return { ...query, messages };
}
