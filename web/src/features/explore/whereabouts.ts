import type { Schemas } from "@/lib/api";
import { type DistanceValue, type Filters, sameCity } from "./filters";

/** Where people are looked for. */
export interface Whereabouts {
  /** The person's own town, or the site's city for someone who has none. */
  home: string;
  city: string;
  /** Where distances start. */
  point: { lat: number; lon: number } | undefined;
  /** `all` in a city that nobody knows where it is. */
  distance: DistanceValue;
}

type Home = Pick<Schemas["Profile"], "location" | "lat" | "lon">;

const NEARBY: DistanceValue = "200";

/** The filters with their defaults: around the own place, or in the site's city without one. */
export function whereabouts(
  profile: Home,
  defaultCity: string,
  cities: readonly Schemas["City"][],
  filters: Filters,
): Whereabouts {
  const named = (name: string) => cities.find((city) => sameCity(city.name, name));
  const home = profile.location || (named(defaultCity)?.name ?? capitalised(defaultCity));
  const city = filters.city ?? home;
  const atHome = profile.location !== "" && sameCity(city, profile.location);
  const point = (atHome && pointOf(profile)) || pointOf(named(city));
  const wanted = filters.distance ?? (profile.location ? NEARBY : "all");
  return { home, city, point, distance: point ? wanted : "all" };
}

function pointOf(place: { lat?: number | null; lon?: number | null } | undefined) {
  const { lat, lon } = place ?? {};
  return typeof lat === "number" && typeof lon === "number" ? { lat, lon } : undefined;
}

function capitalised(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}
