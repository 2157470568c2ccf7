import { KM_PER_MILE } from "@/lib/format";

/** Farther than the widest named filter is folded away. */
export const FAR_KM = 20 * KM_PER_MILE;

/** Parts of a list, in the order in which the server has them. */
export const SECTIONS = ["near", "far", "idle", "placeless"] as const;

export type SectionName = (typeof SECTIONS)[number];

interface Placed {
  distance?: number | null;
}

/**
 * A list that came nearest first, cut into what is near, what is farther away, those who offer
 * nothing after those who do, and those without a town. Every item stays behind the ones before it.
 */
export function sectionsOf<Item extends Placed>(
  items: readonly Item[],
  offers: (item: Item) => boolean = () => true,
): Record<SectionName, Item[]> {
  const sections: Record<SectionName, Item[]> = { near: [], far: [], idle: [], placeless: [] };
  // Where nothing has a distance, nobody is nearer than another.
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
