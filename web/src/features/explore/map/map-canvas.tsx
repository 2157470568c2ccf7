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
  /** Towns to name where the ground shows none. */
  towns: readonly Schemas["City"][];
  /** The town that is looked at, which is named before others. */
  city: string;
  /** Where the person who looks is; undefined while nobody knows. */
  own: Point | undefined;
  /** The middle of what was searched. */
  centre: Point | undefined;
  /** How far around it was searched; undefined for no limit. */
  radiusKm: number | undefined;
  /** Another search looks elsewhere: the map moves there. */
  search: string;
  /** The key of the group whose people are listed. */
  selected: string | undefined;
  onSelect: (group: Group) => void;
}

/** The map itself, drawn by Leaflet. Loaded only where somebody looks at it. */
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
