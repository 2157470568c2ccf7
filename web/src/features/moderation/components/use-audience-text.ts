import type { Schemas } from "@/lib/api";
import { useAllCategories } from "@/lib/categories";
import { formatDayInFull } from "@/lib/format";

/** Describes the members who receive a letter or an announcement; empty for all. */
export function useAudienceText(segment: Schemas["SegmentMembers"]): string {
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
