import "leaflet/dist/leaflet.css";
import "@/components/map/map.css";
import { useRef } from "react";
import { type BaseMap, useBaseLayer } from "@/components/map/use-base-layer";
import { useMap } from "@/components/map/use-map";
import type { Schemas } from "@/lib/api";
import type { Point } from "@/lib/places";
import type { Group, MapPerson } from "./groups";
import { useFitBounds } from "./use-fit-bounds";
import { useGroups } from "./use-groups";
import { useOwnPlace } from "./use-own-place";
import { useSearchRadius } from "./use-search-radius";

export interface MapCanvasProps {
  settings: BaseMap;
  people: readonly MapPerson[];
  /** Towns to name where the background has no tiles. */
  towns: readonly Schemas["City"][];
  /** Town of the search, named before others. */
  city: string;
  /** Place of the viewer; undefined if unknown. */
  own: Point | undefined;
  /** Centre of the search. */
  centre: Point | undefined;
  /** Radius of the search; undefined without a limit. */
  radiusKm: number | undefined;
  /** Key of the search: when it changes, the map moves. */
  search: string;
  /** Key of the group whose people are listed. */
  selected: string | undefined;
  onSelect: (group: Group) => void;
}

/** The map itself, drawn by Leaflet. Loaded only when shown. */
export function MapCanvas(props: MapCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const map = useMap(box);
  useBaseLayer(map, props.settings, props.towns, props.city);
  useSearchRadius(map, props.centre, props.radiusKm);
  useOwnPlace(map, props.own);
  useFitBounds(map, props);
  useGroups(map, props);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={box}
      role="group"
      aria-label="Map: move it with the arrow keys, zoom with plus and minus"
      className="size-full"
    />
  );
}
