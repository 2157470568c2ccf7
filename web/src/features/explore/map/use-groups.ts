import L from "leaflet";
import { useEffect, useEffectEvent, useRef } from "react";
import { groupButton, markSelected } from "./group-button";
import { type Group, groupPeople, type MapPerson } from "./groups";
import type { MapCanvasProps } from "./map-canvas";

/** Distance between two buttons below which they overlap, in pixels. */
const GROUP_DISTANCE_PX = 46;
const LIST_PADDING: L.PanInsideOptions = {
  paddingTopLeft: [60, 60],
  paddingBottomRight: [60, 240],
};
/** Accuracy of a place, in metres. */
const ACCURACY_METRES = 500;

/** The marker of a group, with its button. */
interface GroupMarker {
  button: HTMLButtonElement;
  marker: L.Marker;
}

/** Draws a circle at each approximate place, and a button for the people there. */
export function useGroups(
  map: L.Map | undefined,
  { people, selected, onSelect }: Pick<MapCanvasProps, "people" | "selected" | "onSelect">,
): void {
  const drawn = useRef(new Map<string, GroupMarker>());
  // A new map has no markers yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is what they are drawn on
  useEffect(() => {
    const { current } = drawn;
    return () => current.clear();
  }, [map]);

  useEffect(() => {
    if (!map) return;
    const circles = L.layerGroup(uniquePlaces(people).map(circle)).addTo(map);
    return () => {
      circles.remove();
    };
  }, [map, people]);

  const choose = useEffectEvent((group: Group) => {
    if (!map || zoomToSplit(map, group)) return;
    // Keeps the place clear of the list of people over the map's lower edge.
    map.panInside([group.place.lat, group.place.lon], LIST_PADDING);
    onSelect(group);
  });
  useEffect(() => {
    if (!map) return;
    const draw = () => redraw(map, drawn.current, people, choose);
    draw();
    map.on("zoomend", draw);
    return () => {
      map.off("zoomend", draw);
    };
  }, [map, people]);

  useEffect(() => {
    for (const [key, { button }] of drawn.current) markSelected(button, key === selected);
  });
}

function uniquePlaces(people: readonly MapPerson[]): MapPerson["place"][] {
  return [...new Map(people.map(({ place }) => [`${place.lat} ${place.lon}`, place])).values()];
}

function circle({ lat, lon }: MapPerson["place"]): L.Circle {
  return L.circle([lat, lon], {
    radius: ACCURACY_METRES,
    interactive: false,
    weight: 1,
    fillOpacity: 1,
    className: "fill-spark/25 stroke-spark-deep",
  });
}

/** Zooms in until the places of a group separate; returns false if they cannot. */
function zoomToSplit(map: L.Map, { people, places }: Group): boolean {
  if (places === 1) return false;
  const bounds = L.latLngBounds(people.map(({ place }) => [place.lat, place.lon]));
  const zoom = Math.min(map.getBoundsZoom(bounds, false, L.point(44, 44)), map.getMaxZoom());
  if (zoom <= map.getZoom()) return false;
  map.setView(bounds.getCenter(), zoom);
  return true;
}

/** Updates the buttons to the groups at this zoom, keeping those that remain. */
function redraw(
  map: L.Map,
  drawn: Map<string, GroupMarker>,
  people: readonly MapPerson[],
  onChoose: (group: Group) => void,
): void {
  const zoom = map.getZoom();
  const groups = groupPeople(
    people,
    ({ lat, lon }) => map.project([lat, lon], zoom),
    GROUP_DISTANCE_PX,
  );
  const keys = new Set(groups.map(({ key }) => key));
  for (const [key, { button, marker }] of drawn) {
    if (keys.has(key)) continue;
    // A removed button passes the focus to the map.
    if (document.activeElement === button) map.getContainer().focus();
    marker.remove();
    drawn.delete(key);
  }
  for (const group of groups) {
    if (drawn.has(group.key)) continue;
    const button = groupButton(group, () => onChoose(group));
    drawn.set(group.key, { button, marker: place(map, group, button) });
  }
}

function place(map: L.Map, group: Group, button: HTMLButtonElement): L.Marker {
  const at = L.latLng(group.place.lat, group.place.lon);
  L.DomEvent.disableClickPropagation(button);
  button.addEventListener("focus", () => {
    // Only for keyboard focus: the button would move away from a pointer.
    if (button.matches(":focus-visible")) map.panInside(at, { padding: [60, 60] });
  });
  // The button inside handles presses; the marker only positions it.
  return L.marker(at, {
    interactive: false,
    keyboard: false,
    icon: L.divIcon({ html: button, className: "", iconSize: [44, 44] }),
  }).addTo(map);
}
