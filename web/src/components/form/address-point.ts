import type { Schemas } from "@/lib/api";
import { type Place, type Point, pointOf } from "@/lib/places";
import type { Address } from "./address-fields";

/** The address and coordinates of a profile, as saved. */
export type StoredAddress = Pick<Schemas["Profile"], keyof Address | "lat" | "lon">;

/**
 * Returns the coordinates of an address, as far as this form knows them. They are those of the
 * picked suggestion, or the saved ones while the address is unchanged. A typed address has none,
 * nor has a town picked beside a street or postcode: the server finds those more exactly, by the
 * whole name of the town.
 */
export function addressPoint(
  address: Address,
  picked: Place | null,
  stored: StoredAddress,
): Partial<Point> {
  const exact = Boolean(picked?.street) || (!address.street && !address.zip_code);
  if (picked) return (exact && pointOf(picked)) || {};
  const same =
    address.location === stored.location &&
    address.street === stored.street &&
    address.zip_code === stored.zip_code;
  return (same && pointOf(stored)) || {};
}
