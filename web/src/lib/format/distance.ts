/** Unit of distances on a site. */
export type DistanceUnits = "km" | "miles";

export const KM_PER_MILE = 1.609344;

/** Formats a distance in kilometres: `Less than 1 km`, `3.2 km`; or in miles. */
export function formatDistance(km: number, units: DistanceUnits): string {
  if (units === "miles") {
    const miles = km / KM_PER_MILE;
    return miles < 0.95 ? "Less than 1 mile" : `${miles.toFixed(1)} miles`;
  }
  return km < 0.05 ? "Less than 1 km" : `${km.toFixed(1)} km`;
}

/** Formats a radius in miles, with kilometres if the site uses them. */
export function formatRadius(miles: number, units: DistanceUnits): string {
  const within = `Within ${miles} miles`;
  return units === "miles" ? within : `${within} · ${Math.round(miles * KM_PER_MILE)} km`;
}
