import type { Schemas } from "@/lib/api";
import { type Point, pointOf } from "@/lib/places";
import type { SearchArea } from "../search-area";

/** Where the person who looks is: where their device says, if they search from there, or where they live. */
export function ownPlace(
  where: Pick<SearchArea, "near" | "point">,
  profile: Pick<Schemas["Profile"], "lat" | "lon"> | undefined,
): Point | undefined {
  return where.near ? where.point : pointOf(profile);
}
