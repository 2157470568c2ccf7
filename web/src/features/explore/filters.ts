import { type DistanceUnits, formatRadius, KM_PER_MILE } from "@/lib/format";

/** The distances one can choose; `all` lists a city instead. */
export const DISTANCES = [
  { value: "200", phrase: "5 miles", miles: 5 },
  { value: "500", phrase: "10 miles", miles: 10 },
  { value: "1000", phrase: "20 miles", miles: 20 },
  { value: "2000", phrase: "any distance", miles: undefined },
] as const;

/** How a distance is offered: `Within 5 miles · 8 km`. */
export function distanceLabel({ miles }: (typeof DISTANCES)[number], units: DistanceUnits): string {
  return miles ? formatRadius(miles, units) : "Any distance";
}

export type DistanceValue = "all" | (typeof DISTANCES)[number]["value"];

/** Where to look for people. */
export interface Filters {
  /** A city by name; the person's own place when absent. */
  city: string | undefined;
  distance: DistanceValue | undefined;
  /** Around where the person is now, instead of around a city. */
  near: boolean;
}

/** The filters that stand in a URL; anything unknown counts as absent. */
export function readFilters(params: URLSearchParams): Filters {
  const distance = params.get("distance");
  const known = distance === "all" || DISTANCES.some(({ value }) => value === distance);
  return {
    city: params.get("city") || undefined,
    distance: known ? (distance as DistanceValue) : undefined,
    near: params.get("near") === "me",
  };
}

/** What stands in the URL besides: whether the map is shown. */
type QueryName = keyof Filters | "view";

/** The URL's query with some of it changed; an absent value removes it. */
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

/** How far a distance reaches; undefined when it has no limit. */
export function distanceKm(distance: DistanceValue): number | undefined {
  const miles = DISTANCES.find(({ value }) => value === distance)?.miles;
  return miles && miles * KM_PER_MILE;
}

/** The next larger distance, or undefined when nothing is larger. */
export function nextDistance(distance: DistanceValue): (typeof DISTANCES)[number] | undefined {
  const index = DISTANCES.findIndex(({ value }) => value === distance);
  return DISTANCES[index + 1];
}

/** What is said when a search finds nobody. */
export function nobodyFoundText(city: string, distance: DistanceValue): string {
  const chosen = DISTANCES.find(({ value }) => value === distance);
  return chosen ? `No people found within ${chosen.phrase}.` : `No people found in ${city}.`;
}

/** City names are compared without regard to case, as the server does. */
export function isSameCity(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
