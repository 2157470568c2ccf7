import type { Schemas } from "@/lib/api";
import { type Point, pointOf } from "@/lib/places";
import type { SearchArea } from "../search-area";

/** Returns the device's position when searching around it, or else the viewer's home. */
export function ownPlace(
  where: Pick<SearchArea, "near" | "point">,
  profile: Pick<Schemas["Profile"], "lat" | "lon"> | undefined,
): Point | undefined {
  return where.near ? where.point : pointOf(profile);
}
