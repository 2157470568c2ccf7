import L from "leaflet";
import { useEffect } from "react";
import type { Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { isLandmark, visibleTowns } from "./town-labels";
import { UK_OUTLINE } from "./uk-outline";

type Town = Schemas["City"];

export type BaseMap = Pick<Schemas["Map"], "tiles" | "attribution">;

/** Adds the map's background: the site's tiles or else the outline of the UK with its towns. */
export function useBaseLayer(
  map: L.Map | undefined,
  { tiles, attribution }: BaseMap,
  towns: readonly Town[],
  /** Town that is named before any other. */
  first = "",
): void {
  useEffect(() => {
    if (!map) return;
    const layer = tiles ? L.tileLayer(tiles, { attribution: escapeHtml(attribution) }) : outline();
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, tiles, attribution]);

  useEffect(() => {
    if (!map || tiles) return;
    const names = L.layerGroup().addTo(map);
    const draw = () => {
      names.clearLayers();
      const view = map.getBounds().pad(0.2);
      const inView = towns.filter((town) => view.contains([town.lat, town.lon]));
      const project = ({ lat, lon }: Town) => map.project([lat, lon]);
      for (const town of visibleTowns(inView, project, [first])) names.addLayer(label(town));
    };
    draw();
    map.on("moveend", draw);
    return () => {
      map.off("moveend", draw);
      names.remove();
    };
  }, [map, tiles, towns, first]);
}

/** Escapes a text for Leaflet, which takes HTML. */
function escapeHtml(text: string): string {
  const element = document.createElement("span");
  element.textContent = text;
  return element.innerHTML;
}

function outline(): L.Polygon {
  return L.polygon(
    UK_OUTLINE.map((ring) => [ring]),
    { interactive: false, weight: 1.5, fillOpacity: 1, className: "fill-card stroke-edge" },
  );
}

/** Returns a town's name over its dot; hidden from screen readers, which have the list. */
function label({ name, lat, lon }: Town): L.Marker {
  const html = document.createElement("span");
  html.setAttribute("aria-hidden", "true");
  html.className = cx(
    "flex w-max -translate-x-1/2 -translate-y-1 flex-col items-center leading-none whitespace-nowrap before:mb-1 before:rounded-full",
    isLandmark(name)
      ? "text-small font-bold text-ink before:size-2.5 before:bg-ink"
      : "text-tiny text-ink-2 before:size-1.5 before:bg-ink-3",
  );
  html.textContent = name;
  return L.marker([lat, lon], {
    interactive: false,
    keyboard: false,
    zIndexOffset: -1000,
    icon: L.divIcon({ html, className: "w-0", iconSize: [0, 0] }),
  });
}
