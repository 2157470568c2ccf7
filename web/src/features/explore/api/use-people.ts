import { type Schemas, usePages } from "@/lib/api";
import { useCities, useMapSettings, useTownAt } from "@/lib/places";
import { useSite } from "@/lib/site";
import { useDeviceLocation } from "../device-location";
import type { DistanceValue, Filters } from "../filters";
import { type SearchArea, searchArea } from "../search-area";

/** Returns the area for these filters; undefined while loading. */
export function useSearchArea(
  profile: Schemas["Profile"] | undefined,
  filters: Filters,
  unlessChosen?: DistanceValue,
): SearchArea | undefined {
  const site = useSite().data;
  const map = useMapSettings();
  const cities = useCities();
  const point = useDeviceLocation();
  const town = useTownAt(filters.near ? point : null);
  if (!profile || !site || !cities || map.isLoading) return undefined;
  // Without the places module, the site still has the name of its city.
  const fallback = map.data?.default ?? { name: site.default_city };
  const device = point && { point, town };
  return searchArea(profile, fallback, cities, filters, device, unlessChosen);
}

/** Returns an area as query parameters for the lists of skills and of people by name. */
export function areaQuery(where: SearchArea | undefined) {
  if (!where) return {};
  const { point, distance, city } = where;
  return distance === "all" ? { ...point, city } : { ...point, distance: Number(distance) };
}

/** Fetches the people in a city or around a point, once the area is known. */
export function usePeople(where: SearchArea | undefined, limit?: number) {
  const inCity = where?.distance === "all";
  const { lat = 0, lon = 0 } = where?.point ?? {};
  const query = { limit };
  const nearby = usePages(
    "/api/users/people/nearby/{lat}/{lon}/{distance}",
    { path: { lat, lon, distance: Number(inCity ? 0 : (where?.distance ?? 0)) }, query },
    { enabled: where !== undefined && !inCity },
  );
  const within = usePages(
    "/api/users/people/within/{city}",
    { path: { city: where?.city ?? "" }, query },
    { enabled: inCity },
  );
  return inCity ? within : nearby;
}
