import { useQuery } from "@tanstack/react-query";
import { api, client, type Schemas } from "./api";
import { useDebounced } from "./debounce";

export type Place = Schemas["Place"];

/** Every city and larger town the server knows, by name; undefined until they are there, none if they cannot be had. */
export function useCities(): readonly Schemas["City"][] | undefined {
  const { data, isError } = api.useQuery(
    "get",
    "/api/places/cities",
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return data ?? (isError ? [] : undefined);
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
        params: { query: { q } },
        signal,
      });
      return data ?? [];
    },
    enabled: enabled && q.length >= MIN_LENGTH,
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
