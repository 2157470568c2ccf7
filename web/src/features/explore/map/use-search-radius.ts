import L from "leaflet";
import { useEffect } from "react";
import type { Point } from "@/lib/places";

/** Draws the search radius. */
export function useSearchRadius(
  map: L.Map | undefined,
  centre: Point | undefined,
  radiusKm: number | undefined,
): void {
  const { lat, lon } = centre ?? {};
  useEffect(() => {
    if (!map || lat === undefined || lon === undefined || radiusKm === undefined) return;
    const circle = L.circle([lat, lon], {
      radius: radiusKm * 1000,
      interactive: false,
      weight: 1.5,
      dashArray: "4 6",
      className: "fill-leaf/10 stroke-leaf",
      fillOpacity: 1,
    }).addTo(map);
    return () => {
      circle.remove();
    };
  }, [map, lat, lon, radiusKm]);
}
