import { type DistanceUnits, formatDistance } from "./format";
import { useSite } from "./site";

/** Returns the site's unit of distances; kilometres, as the server sends them, while loading. */
export function useUnits(): DistanceUnits {
  return useSite().data?.units ?? "km";
}

/** Returns a formatter for distances in kilometres, in the site's unit; empty without one. */
export function useDistanceText(): (km: number | null | undefined) => string {
  const units = useUnits();
  return (km) => (km === null || km === undefined ? "" : formatDistance(km, units));
}
