import "leaflet/dist/leaflet.css";
import "@/components/map/map.css";
import L from "leaflet";
import { useEffect, useRef } from "react";
import { type BaseMap, useBaseLayer } from "@/components/map/use-base-layer";
import { useMap } from "@/components/map/use-map";
import type { Schemas } from "@/lib/api";
import type { Point } from "@/lib/places";

const STREET_ZOOM = 16;
/** Without streets, the towns around have to locate the place. */
const TOWNS_ZOOM = 10;

interface PlaceCanvasProps {
  settings: BaseMap;
  /** Towns to name where the background has no tiles. */
  towns: readonly Schemas["City"][];
  place: Point;
}

/** The map itself, drawn by Leaflet. Loaded only when shown. */
export function PlaceCanvas({ settings, towns, place }: PlaceCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const map = useMap(box, STREET_ZOOM);
  useBaseLayer(map, settings, towns);
  const { lat, lon } = place;
  const zoom = settings.tiles ? STREET_ZOOM : TOWNS_ZOOM;
  useEffect(() => {
    if (!map) return;
    map.setView([lat, lon], zoom, { animate: false });
    const icon = L.divIcon({ html: pin(), className: "", iconSize: [28, 28] });
    const marker = L.marker([lat, lon], { icon, interactive: false, keyboard: false }).addTo(map);
    return () => {
      marker.remove();
    };
  }, [map, lat, lon, zoom]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={box}
      role="group"
      aria-label="Map of the place: move it with the arrow keys, zoom with plus and minus"
      className="size-full"
    />
  );
}

function pin(): HTMLElement {
  const dot = document.createElement("span");
  dot.className = "block size-7 rounded-full bg-spark ring-4 ring-card shadow-raised";
  return dot;
}
