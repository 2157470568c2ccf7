import { type Schemas, usePages } from "@/lib/api";
import { useCities } from "@/lib/places";
import { useSite } from "@/lib/site";
import type { Filters } from "./filters";
import { type Whereabouts, whereabouts } from "./whereabouts";

/** Where the filters lead this person; undefined until that is known. */
export function useWhereabouts(
  profile: Schemas["Profile"] | undefined,
  filters: Filters,
): Whereabouts | undefined {
  const site = useSite().data;
  const cities = useCities();
  return profile && site && cities && whereabouts(profile, site.default_city, cities, filters);
}

/** People in a city, or around a point; nobody is asked for until it is known where. */
export function usePeople(where: Whereabouts | undefined) {
  const inCity = where?.distance === "all";
  const { lat = 0, lon = 0 } = where?.point ?? {};
  const nearby = usePages(
    "/api/users/people/nearby/{lat}/{lon}/{distance}",
    { path: { lat, lon, distance: Number(inCity ? 0 : (where?.distance ?? 0)) } },
    { enabled: where !== undefined && !inCity },
  );
  const within = usePages(
    "/api/users/people/within/{city}",
    { path: { city: where?.city ?? "" } },
    { enabled: inCity },
  );
  return inCity ? within : nearby;
}
