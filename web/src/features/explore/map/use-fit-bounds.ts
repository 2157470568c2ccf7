import L from "leaflet";
import { useEffect, useRef } from "react";
import type { MapCanvasProps } from "./map-canvas";

const FIT_OPTIONS: L.FitBoundsOptions = { padding: [44, 44], maxZoom: 13 };
/** For a place with nobody around it: a town and its surroundings. */
const TOWN_ZOOM = 11;

/** Moves the map to what was found whenever something else is searched, and leaves it alone otherwise. */
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
      // Among neighbours one looks for oneself first; elsewhere one is not to be seen.
      if (own && centre && own.lat === centre.lat && own.lon === centre.lon) {
        places.push(L.latLng(own.lat, own.lon));
      }
      map.fitBounds(L.latLngBounds(places), { ...FIT_OPTIONS, animate: false });
    } else if (centre) {
      map.setView([centre.lat, centre.lon], TOWN_ZOOM, { animate: false });
    }
  }, [map, search, people, own, centre]);
}
