import { ApiError, client, type Schemas } from "@/lib/api";
import { type Point, pointOf } from "@/lib/places";
import type { RequestValues } from "./schema";

/**
 * Returns the coordinates of a typed address, if known more exactly than by its town. After null,
 * the server uses the postcode or the town.
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
