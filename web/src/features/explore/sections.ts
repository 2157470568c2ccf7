import { KM_PER_MILE } from "@/lib/format";

/** Distance from which results are folded: that of the widest named filter. */
const FAR_KM = 20 * KM_PER_MILE;

/** Sections of a list, in the server's order. */
export const SECTIONS = ["near", "far", "idle", "placeless"] as const;

export type SectionName = (typeof SECTIONS)[number];

interface Placed {
  distance?: number | null;
}

/**
 * Splits a list sorted by distance into near, far, far without an offer, and without a town. Every
 * item stays behind the ones before it.
 */
export function sectionsOf<Item extends Placed>(
  items: readonly Item[],
  offers: (item: Item) => boolean = () => true,
): Record<SectionName, Item[]> {
  const sections: Record<SectionName, Item[]> = { near: [], far: [], idle: [], placeless: [] };
  // Without any distances, all items count as near.
  const measured = items.some(({ distance }) => typeof distance === "number");
  let reached = 0;
  for (const item of items) {
    const own = measured ? sectionOf(item, offers(item), reached > 0) : "near";
    reached = Math.max(reached, SECTIONS.indexOf(own));
    sections[SECTIONS[reached] ?? own].push(item);
  }
  return sections;
}

function sectionOf({ distance }: Placed, offering: boolean, afterFar: boolean): SectionName {
  if (typeof distance !== "number") return "placeless";
  if (distance <= FAR_KM && !afterFar) return "near";
  return offering ? "far" : "idle";
}
