import { type Schemas, usePages } from "@/lib/api";
import { useDeviceLocation } from "@/lib/device-location";
import { useCities, useMapSettings, useTownAt } from "@/lib/places";
import { useSite } from "@/lib/site";
import type { DistanceValue, Filters } from "./filters";
import { type SearchArea, searchArea } from "./search-area";

/** Where the filters lead this person; undefined until that is known. */
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
  // Where there are no places, the site still knows the name of its city.
  const fallback = map.data?.default ?? { name: site.default_city };
  const device = point && { point, town };
  return searchArea(profile, fallback, cities, filters, device, unlessChosen);
}

/** An area as the lists of skills and of people by name are asked for it. */
export function areaQuery(where: SearchArea | undefined) {
  if (!where) return {};
  const { point, distance, city } = where;
  return distance === "all" ? { ...point, city } : { ...point, distance: Number(distance) };
}

/** People in a city, or around a point; nobody is asked for until it is known where. */
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
