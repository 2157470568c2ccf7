/** A distance in kilometres as people say it: `Less than 1 km`, `3.2 km`. */
export function formatDistance(km: number): string {
  return km < 0.05 ? "Less than 1 km" : `${km.toFixed(1)} km`;
}
