/** How a site tells distances. */
export type DistanceUnits = "km" | "miles";

export const KM_PER_MILE = 1.609344;

/** A distance in kilometres as people say it: `Less than 1 km`, `3.2 km`; or in miles. */
export function formatDistance(km: number, units: DistanceUnits): string {
  if (units === "miles") {
    const miles = km / KM_PER_MILE;
    return miles < 0.95 ? "Less than 1 mile" : `${miles.toFixed(1)} miles`;
  }
  return km < 0.05 ? "Less than 1 km" : `${km.toFixed(1)} km`;
}

/** So many miles around a place; where distances are in kilometres, in these too. */
export function formatRadius(miles: number, units: DistanceUnits): string {
  const within = `Within ${miles} miles`;
  return units === "miles" ? within : `${within} · ${Math.round(miles * KM_PER_MILE)} km`;
}
