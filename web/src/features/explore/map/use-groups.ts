import L from "leaflet";
import { useEffect, useEffectEvent, useRef } from "react";
import { groupButton, markSelected } from "./group-button";
import { type Group, groupPeople, type MapPerson } from "./groups";
import type { MapCanvasProps } from "./map-canvas";

/** How far apart two buttons must be not to overlap, in pixels. */
const GROUP_DISTANCE_PX = 46;
const LIST_PADDING: L.PanInsideOptions = {
  paddingTopLeft: [60, 60],
  paddingBottomRight: [60, 240],
};
/** How exactly a place is known, in metres. */
const ACCURACY_METRES = 500;

/** A group on the map. */
interface GroupMarker {
  button: HTMLButtonElement;
  marker: L.Marker;
}

/** Draws people: a circle where each roughly is, and over it a button for whoever is there. */
export function useGroups(
  map: L.Map | undefined,
  { people, selected, onSelect }: Pick<MapCanvasProps, "people" | "selected" | "onSelect">,
): void {
  const drawn = useRef(new Map<string, GroupMarker>());
  // Another map has none of them.
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
    // Clear of the list of who is there, which lies over the lower edge.
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

/** Zooms to the places of a group until they come apart; false when they cannot. */
function zoomToSplit(map: L.Map, { people, places }: Group): boolean {
  if (places === 1) return false;
  const bounds = L.latLngBounds(people.map(({ place }) => [place.lat, place.lon]));
  const zoom = Math.min(map.getBoundsZoom(bounds, false, L.point(44, 44)), map.getMaxZoom());
  if (zoom <= map.getZoom()) return false;
  map.setView(bounds.getCenter(), zoom);
  return true;
}

/** Brings the buttons in line with the groups at this zoom; those that stay are not touched. */
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
  const wanted = new Set(groups.map(({ key }) => key));
  for (const [key, { button, marker }] of drawn) {
    if (wanted.has(key)) continue;
    // Whoever focused it goes on from the map.
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
    // Not under a pointer, from which it would slip away.
    if (button.matches(":focus-visible")) map.panInside(at, { padding: [60, 60] });
  });
  // The button inside is what one presses; the marker only carries it.
  return L.marker(at, {
    interactive: false,
    keyboard: false,
    icon: L.divIcon({ html: button, className: "", iconSize: [44, 44] }),
  }).addTo(map);
}
