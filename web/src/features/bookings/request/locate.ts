import { ApiError, client, type Schemas } from "@/lib/api";
import { type Point, pointOf } from "@/lib/places";
import type { RequestValues } from "./schema";

/**
 * Where a typed address is, if that is known more exactly than by its town. Without an answer the
 * address goes without a map: it says where to go all the same.
 */
export async function locate(
  address: Pick<RequestValues, "street" | "location" | "zip_code">,
): Promise<Point | null> {
  const { street, location: city, zip_code } = address;
  try {
    const { data } = await client.GET("/api/places/geocode", {
      params: { query: { street, city, zip_code } },
    });
    const place = data as Schemas["Place"];
    return place.street || place.zip_code ? (pointOf(place) ?? null) : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
