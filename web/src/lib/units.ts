import { type DistanceUnits, formatDistance } from "./format";
import { useSite } from "./site";

/** How this site tells distances; as the server sends them until that is known. */
export function useUnits(): DistanceUnits {
  return useSite().data?.units ?? "km";
}

/** Puts a distance in kilometres into words, as this site tells them; empty when there is none. */
export function useDistanceText(): (km: number | null | undefined) => string {
  const units = useUnits();
  return (km) => (km === null || km === undefined ? "" : formatDistance(km, units));
}
