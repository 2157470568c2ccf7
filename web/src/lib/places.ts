import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client, type Schemas, usePages } from "./api";
import { useDebounced } from "./debounce";

export type Place = Schemas["Place"];

/** Every city and town the server knows by name, in its order; empty until they are there. */
export function useCities(): readonly Schemas["City"][] {
  const list = usePages("/api/places/cities", { query: { limit: 100 } });
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return list.items ?? [];
}

const MIN_LENGTH = 2;
const DEBOUNCE_MS = 200;

/** Places that match what is being typed, after a short pause; none for a very short text. */
export function usePlaceSuggestions(text: string, enabled: boolean) {
  const q = useDebounced(text.trim(), DEBOUNCE_MS);
  return useQuery({
    queryKey: ["get", "/api/places/search", { q }],
    queryFn: async ({ signal }) => {
      const { data } = await client.GET("/api/places/search", {
        params: { query: { q, limit: 6 } },
        signal,
      });
      return data ?? [];
    },
    enabled: enabled && q.length >= MIN_LENGTH,
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
