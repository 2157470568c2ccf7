import type { Address } from "@/components/form";
import type { Schemas } from "@/lib/api";
import { type Place, type Point, pointOf } from "@/lib/places";

/**
 * Where an address is, as far as this form knows: at the suggestion that was picked for it, or
 * where it was while it stays the same. Nothing for an address that was typed, nor for a town
 * that was picked beside a street or postcode: the server finds those more exactly, by the whole
 * name of the town.
 */
export function addressPoint(
  address: Address,
  picked: Place | null,
  stored: Pick<Schemas["Profile"], keyof Address | "lat" | "lon">,
): Partial<Point> {
  const exact = Boolean(picked?.street) || (!address.street && !address.zip_code);
  if (picked) return (exact && pointOf(picked)) || {};
  const same =
    address.location === stored.location &&
    address.street === stored.street &&
    address.zip_code === stored.zip_code;
  return (same && pointOf(stored)) || {};
}
