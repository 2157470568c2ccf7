import type { Schemas } from "@/lib/api";
import { useAllCategories } from "@/lib/categories";
import { formatDayInFull } from "@/lib/format";

/** Returns in words the members to whom a letter or an announcement goes; empty for all. */
export function useWhom(segment: Schemas["SegmentMembers"]): string {
  const { town, joined_since, offers, category } = segment;
  const categories = useAllCategories().data;
  const title = categories?.find(({ id }) => id === category)?.title ?? category;
  return [
    town && `in ${town}`,
    joined_since && `joined since ${formatDayInFull(joined_since)}`,
    offers && (offers === "some" ? "who offer a skill" : "who offer no skill"),
    title && `who offer ${title}`,
  ]
    .filter(Boolean)
    .join(", ");
}
