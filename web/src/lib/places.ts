import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "./api";
import { useDebounced } from "./debounce";
import { useSession } from "./session";

export type Place = Schemas["Place"];

/** Kind of places to search: towns, addresses, or both. */
export type PlaceKind = "city" | "address" | "any";

export interface Point {
  /** Degrees north. */
  lat: number;
  /** Degrees east. */
  lon: number;
}

/** Home town of a person. */
export interface Town {
  location: string;
  /** Town whose coordinates an unknown village takes. */
  near: (Point & { name: string }) | null;
}

const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

/** Fetches every city and larger town, by name; undefined while loading, empty after a failure. */
export function useCities(): readonly Schemas["City"][] | undefined {
  const { data, isError } = api.useQuery("get", "/api/places/cities", {}, FOREVER);
  return data ?? (isError ? [] : undefined);
}

/** Fetches the settings of maps, and the default city. */
export function useMapSettings() {
  return api.useQuery("get", "/api/places/map", {}, FOREVER);
}

const MIN_LENGTH = 2;
const DEBOUNCE_MS = 200;
/** Longest time for which a form waits to learn whether a town is known. */
const LOOKUP_TIMEOUT_MS = 2_000;

/**
 * Fetches the places that match a typed text, after a short pause; none for a very short text.
 * Without a session only the site's own towns and postcodes are searched.
 */
export function usePlaceSuggestions(text: string, kind: PlaceKind, active: boolean) {
  const q = useDebounced(text.trim(), DEBOUNCE_MS);
  const member = useSession() !== null;
  const enabled = active && q.length >= MIN_LENGTH;
  const shown = { placeholderData: keepPreviousData };
  const found = useQuery({ ...searchQuery(q, kind), ...shown, enabled: enabled && member });
  const towns = useQuery({ ...townsQuery(q), ...shown, enabled: enabled && !member });
  return member ? found : towns;
}

function searchQuery(q: string, kind: PlaceKind) {
  return api.queryOptions("get", "/api/places/search", { params: { query: { q, kind } } }, FOREVER);
}

function townsQuery(q: string) {
  return api.queryOptions("get", "/api/places/towns", { params: { query: { q } } }, FOREVER);
}

/** A postcode or its district: `BA2`, `BA2 4RF`. */
const POSTCODE = /^[A-Z]{1,2}\d[A-Z\d]? ?(\d([A-Z]{2})?)?$/i;

/** Checks whether a text exactly names one of the suggested places. */
export function isNamed(text: string, places: readonly Place[]): boolean {
  const typed = text.trim();
  // Without imported data a postcode leads to a town with another name.
  if (POSTCODE.test(typed)) return places.length > 0;
  const name = typed.toLowerCase();
  return places.some(
    ({ city, label }) => city.toLowerCase() === name || label.toLowerCase() === name,
  );
}

/**
 * Returns whether no known town has exactly this name. A town whose name only begins so is another
 * one. False while loading, and unless `enabled`.
 */
export function useUnknownTown(text: string, enabled: boolean): boolean {
  const typed = text.trim();
  const q = useDebounced(typed, DEBOUNCE_MS);
  const { data, isPlaceholderData } = usePlaceSuggestions(text, "city", enabled);
  if (!enabled || q !== typed || isPlaceholderData || !data) return false;
  return !isNamed(typed, data);
}

/**
 * Returns a function that checks at once, without the pause in typing, whether a town is unknown. A
 * failing or slow server counts as knowing the town: no form depends on it.
 */
export function useTownLookup(): (text: string) => Promise<boolean> {
  const queryClient = useQueryClient();
  const member = useSession() !== null;
  return async (text) => {
    const q = text.trim();
    if (q.length < MIN_LENGTH) return false;
    const found = member
      ? queryClient.fetchQuery(searchQuery(q, "city"))
      : queryClient.fetchQuery(townsQuery(q));
    const places = await Promise.race([found.catch(() => undefined), timeout()]);
    return places !== undefined && !isNamed(q, places);
  };
}

function timeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), LOOKUP_TIMEOUT_MS));
}

/** Fetches the town nearest to a point; null while loading, and outside the UK. */
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

/** Returns the coordinates of a place, if it has any. */
export function pointOf(
  place: { lat?: number | null; lon?: number | null } | undefined,
): Point | undefined {
  const { lat, lon } = place ?? {};
  return typeof lat === "number" && typeof lon === "number" ? { lat, lon } : undefined;
}
