import L from "leaflet";
import { useEffect, useRef } from "react";
import type { MapCanvasProps } from "./map-canvas";

const FIT_OPTIONS: L.FitBoundsOptions = { padding: [44, 44], maxZoom: 13 };
/** Zoom for a town without people around it: the town and its surroundings. */
const TOWN_ZOOM = 11;

/** Fits the map to the results of each new search, and otherwise leaves it alone. */
export function useFitBounds(
  map: L.Map | undefined,
  { people, own, centre, search }: Pick<MapCanvasProps, "people" | "own" | "centre" | "search">,
): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const key = `${search} ${people.length > 0}`;
    if (!map || shown.current === key) return;
    shown.current = key;
    const places = people.map(({ place }) => L.latLng(place.lat, place.lon));
    if (places.length > 0) {
      // Near home, the viewer's own place is included; in other searches it would be far off.
      if (own && centre && own.lat === centre.lat && own.lon === centre.lon) {
        places.push(L.latLng(own.lat, own.lon));
      }
      map.fitBounds(L.latLngBounds(places), { ...FIT_OPTIONS, animate: false });
    } else if (centre) {
      map.setView([centre.lat, centre.lon], TOWN_ZOOM, { animate: false });
    }
  }, [map, search, people, own, centre]);
}
