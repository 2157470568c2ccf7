import { type DistanceUnits, formatRadius, KM_PER_MILE } from "@/lib/format";

/** Distances to choose from; `all` lists a city instead. */
export const DISTANCES = [
  { value: "200", phrase: "5 miles", miles: 5 },
  { value: "500", phrase: "10 miles", miles: 10 },
  { value: "1000", phrase: "20 miles", miles: 20 },
  { value: "2000", phrase: "any distance", miles: undefined },
] as const;

/** Returns the label of a distance: `Within 5 miles · 8 km`. */
export function distanceLabel({ miles }: (typeof DISTANCES)[number], units: DistanceUnits): string {
  return miles ? formatRadius(miles, units) : "Any distance";
}

export type DistanceValue = "all" | (typeof DISTANCES)[number]["value"];

/** Area in which to search for people. */
export interface Filters {
  /** Name of a city; the person's own place if absent. */
  city: string | undefined;
  distance: DistanceValue | undefined;
  /** Whether to search around the person's current position, instead of a city. */
  near: boolean;
}

/** Reads the filters from a URL; unknown values count as absent. */
export function readFilters(params: URLSearchParams): Filters {
  const distance = params.get("distance");
  const known = distance === "all" || DISTANCES.some(({ value }) => value === distance);
  return {
    city: params.get("city") || undefined,
    distance: known ? (distance as DistanceValue) : undefined,
    near: params.get("near") === "me",
  };
}

/** Names in the URL: the filters, and whether the map is shown. */
type QueryName = keyof Filters | "view";

/** Returns the URL's query with changes applied; an absent value removes a name. */
export function withQuery(
  params: URLSearchParams,
  changes: Partial<Record<QueryName, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** Returns the radius of a distance in kilometres; undefined without a limit. */
export function distanceKm(distance: DistanceValue): number | undefined {
  const miles = DISTANCES.find(({ value }) => value === distance)?.miles;
  return miles && miles * KM_PER_MILE;
}

/** Returns the next larger distance; undefined if there is none. */
export function nextDistance(distance: DistanceValue): (typeof DISTANCES)[number] | undefined {
  const index = DISTANCES.findIndex(({ value }) => value === distance);
  return DISTANCES[index + 1];
}

/** Returns the message of a search without results. */
export function nobodyFoundText(city: string, distance: DistanceValue): string {
  const chosen = DISTANCES.find(({ value }) => value === distance);
  return chosen ? `No people found within ${chosen.phrase}.` : `No people found in ${city}.`;
}

/** Compares city names without regard to case, as the server does. */
export function isSameCity(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
