import { type Schemas, usePages } from "@/lib/api";
import { useCities } from "@/lib/places";
import { useSite } from "@/lib/site";
import type { DistanceValue, Filters } from "./filters";
import { sameCity } from "./parts/people-filters";

/** Where a person is looked for: a city's name and, once known, the point distances start from. */
export interface Whereabouts {
  /** The person's own town, or the site's city for someone who has none. */
  home: string;
  city: string;
  point: { lat: number; lon: number } | undefined;
  distance: DistanceValue;
}

const NEARBY: DistanceValue = "200";

/** The filters with their defaults: around the own place, or in the site's city without one. */
export function useWhereabouts(
  profile: Schemas["Profile"] | undefined,
  filters: Filters,
): Whereabouts | undefined {
  const site = useSite().data;
  const cities = useCities();
  if (!profile || !site) return undefined;
  const named = (name: string) => cities.find((city) => sameCity(city.name, name));
  const defaultCity = named(site.default_city)?.name ?? capitalised(site.default_city);
  const home = profile.location || defaultCity;
  const city = filters.city ?? home;
  const atHome = profile.location !== "" && sameCity(city, profile.location);
  const point = (atHome && pointOf(profile)) || pointOf(named(city));
  const fallback = profile.location ? NEARBY : "all";
  return { home, city, point, distance: filters.distance ?? fallback };
}

function pointOf(place: { lat?: number | null; lon?: number | null } | undefined) {
  const { lat, lon } = place ?? {};
  return typeof lat === "number" && typeof lon === "number" ? { lat, lon } : undefined;
}

function capitalised(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}

/** People in a city, or around a point; nobody is asked for until it is known where. */
export function usePeople(where: Whereabouts | undefined) {
  const inCity = where?.distance === "all";
  const { lat = 0, lon = 0 } = where?.point ?? {};
  const nearby = usePages(
    "/api/users/people/nearby/{lat}/{lon}/{distance}",
    { path: { lat, lon, distance: Number(inCity ? 0 : (where?.distance ?? 0)) } },
    { enabled: where?.point !== undefined && !inCity },
  );
  const within = usePages(
    "/api/users/people/within/{city}",
    { path: { city: where?.city ?? "" } },
    { enabled: inCity },
  );
  return inCity ? within : nearby;
}
