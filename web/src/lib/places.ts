import { keepPreviousData } from "@tanstack/react-query";
import { api, type Schemas } from "./api";
import { useDebounced } from "./debounce";
import { useSession } from "./session";

export type Place = Schemas["Place"];

/** What is looked for: towns, addresses, or both. */
export type PlaceKind = "city" | "address" | "any";

export interface Point {
  /** Degrees north. */
  lat: number;
  /** Degrees east. */
  lon: number;
}

const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

/** Every city and larger town the server knows, by name; undefined until they are there, none if they cannot be had. */
export function useCities(): readonly Schemas["City"][] | undefined {
  const { data, isError } = api.useQuery("get", "/api/places/cities", {}, FOREVER);
  return data ?? (isError ? [] : undefined);
}

/** What maps are drawn from, and the city to start at without a better one. */
export function useMapSettings() {
  return api.useQuery("get", "/api/places/map", {}, FOREVER);
}

const MIN_LENGTH = 2;
const DEBOUNCE_MS = 200;

/**
 * Places that match what is being typed, after a short pause; none for a very short text. Whoever is
 * not signed in finds towns and postcodes that the site itself knows.
 */
export function usePlaceSuggestions(text: string, kind: PlaceKind, wanted: boolean) {
  const q = useDebounced(text.trim(), DEBOUNCE_MS);
  const member = useSession() !== null;
  const options = { placeholderData: keepPreviousData, ...FOREVER };
  const enabled = wanted && q.length >= MIN_LENGTH;
  const found = api.useQuery(
    "get",
    "/api/places/search",
    { params: { query: { q, kind } } },
    { enabled: enabled && member, ...options },
  );
  const towns = api.useQuery(
    "get",
    "/api/places/towns",
    { params: { query: { q } } },
    { enabled: enabled && !member, ...options },
  );
  return member ? found : towns;
}

/** The town nearest to a point; null while it is not known, and outside the UK. */
export function useTownAt(point: Point | null): string | null {
  const query = { lat: point?.lat ?? 0, lon: point?.lon ?? 0 };
  const { data } = api.useQuery(
    "get",
    "/api/places/reverse",
    { params: { query } },
    { enabled: point !== null, ...FOREVER },
  );
  return (point && data?.city) || null;
}

/** The point of anything that may have one. */
export function pointOf(
  place: { lat?: number | null; lon?: number | null } | undefined,
): Point | undefined {
  const { lat, lon } = place ?? {};
  return typeof lat === "number" && typeof lon === "number" ? { lat, lon } : undefined;
}
