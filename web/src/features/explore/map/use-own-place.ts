import L from "leaflet";
import { useEffect } from "react";
import type { Point } from "@/lib/places";

/** Marks the viewer's own place, on their own map only. */
export function useOwnPlace(map: L.Map | undefined, own: Point | undefined): void {
  const { lat, lon } = own ?? {};
  useEffect(() => {
    if (!map || lat === undefined || lon === undefined) return;
    const marker = L.marker([lat, lon], {
      interactive: false,
      keyboard: false,
      zIndexOffset: 500,
      icon: L.divIcon({ html: ownSign(), className: "w-0", iconSize: [0, 0] }),
    }).addTo(map);
    return () => {
      marker.remove();
    };
  }, [map, lat, lon]);
}

/** Returns a label above a dot. */
function ownSign(): HTMLElement {
  const sign = document.createElement("span");
  sign.className =
    "flex w-max -translate-x-1/2 -translate-y-full flex-col items-center gap-0.5 text-tiny leading-none font-bold after:size-3 after:translate-y-1/2 after:rounded-full after:bg-leaf after:ring-2 after:ring-card";
  const word = document.createElement("span");
  word.className = "rounded-full bg-leaf px-2 py-1 text-card";
  word.textContent = "You";
  sign.append(word);
  return sign;
}
