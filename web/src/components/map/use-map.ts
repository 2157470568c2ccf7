import L from "leaflet";
import { type RefObject, useEffect, useState } from "react";

/** The UK with some sea around it. */
const BOUNDS: L.LatLngBoundsLiteral = [
  [48, -14],
  [62.5, 7],
];
const MIN_ZOOM = 5;
/** People's positions are accurate to 500 m, so a closer zoom would show nothing more. */
const PEOPLE_ZOOM = 14;

/** Returns a Leaflet map in an element, removed on unmount; set `maxZoom` for exact places. */
export function useMap(
  box: RefObject<HTMLDivElement | null>,
  maxZoom = PEOPLE_ZOOM,
): L.Map | undefined {
  const [map, setMap] = useState<L.Map>();
  useEffect(() => {
    if (!box.current) return;
    const moves = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const made = L.map(box.current, {
      minZoom: MIN_ZOOM,
      maxZoom,
      maxBounds: BOUNDS,
      maxBoundsViscosity: 0.8,
      zoomControl: false,
      // The wheel scrolls the page, which is longer than the map.
      scrollWheelZoom: false,
      zoomAnimation: moves,
      fadeAnimation: moves,
      markerZoomAnimation: moves,
      inertia: moves,
      // Wide enough that a drag never shows the drawing's edge.
      renderer: L.svg({ padding: 0.5 }),
    });
    made.attributionControl.setPrefix(false);
    L.control
      .zoom({ position: "topright", zoomInTitle: "Zoom in", zoomOutTitle: "Zoom out" })
      .addTo(made);
    L.control.scale({ position: "bottomleft" }).addTo(made);
    made.fitBounds(BOUNDS);
    const resized = new ResizeObserver(() => made.invalidateSize());
    resized.observe(box.current);
    setMap(made);
    return () => {
      resized.disconnect();
      made.remove();
    };
  }, [box, maxZoom]);
  return map;
}
