import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type Place, type Point, pointOf, type Town } from "@/lib/places";
import type { Address } from "./address-fields";
import { addressPoint, type StoredAddress } from "./address-point";
import type { TownFieldHandle } from "./town-field";

/** Values of a form with an address. */
interface AddressValues extends Address {
  near: Town["near"];
}

/** Manages the address in a profile form: the props of `AddressFields`, and the values to send. */
export function useAddress<Values extends AddressValues>(
  profileForm: UseFormReturn<Values>,
  profile: StoredAddress,
) {
  // React Hook Form's types are not covariant: a form with more fields does not match.
  const form = profileForm as unknown as UseFormReturn<AddressValues>;
  const field = useRef<TownFieldHandle>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const town = usePickedTown();
  const [location, street, zip_code, near] = form.watch(["location", "street", "zip_code", "near"]);
  const saved = location === profile.location && pointOf(profile) !== undefined;

  return {
    /** Props of the `AddressFields`. */
    fields: {
      townRef: field,
      value: { location, street, zip_code },
      near,
      placed: saved || (place !== null && place.city === location),
      errors: form.formState.errors,
      onChange: (change: Partial<Address>, chosen: Place | null) => {
        setAddress(form, change);
        setPlace(chosen);
        town.follow(change, chosen);
      },
      onNear: (near: Town["near"]) => {
        form.setValue("near", near, { shouldDirty: true });
        // The server refuses a town without coordinates.
        form.clearErrors("location");
      },
    },
    /** Treats the town's field as left on submit: see `TownFieldHandle`. */
    leaveTown: async () => (await field.current?.leave()) ?? false,
    /** Returns the town to send: its name, with its coordinates where known. */
    whereabouts: (values: AddressValues): { location: string } & Partial<Point> => {
      const { location } = values;
      if (values.near) return { location, ...pointOf(values.near) };
      const point = addressPoint(values, place ?? town.standing(location), profile);
      return "lat" in point ? { location, ...point } : { location: town.labelOf(location) };
    },
    /** Forgets the picked suggestions, once they are saved. */
    reset: () => {
      setPlace(null);
      town.reset();
    },
  };
}

/** Remembers the picked town: if two share a name, only the suggestion's label tells them apart. */
function usePickedTown() {
  const [town, setTown] = useState<Place | null>(null);
  const standing = (location: string) => (town?.city === location ? town : null);
  return {
    /** Updates the picked town on every change of the fields. */
    follow: (change: Partial<Address>, place: Place | null) => {
      if ("location" in change) setTown("street" in change ? null : place);
    },
    /** Returns the picked town while the field holds its name; null for typed text. */
    standing,
    /** Returns the text to send for the town. */
    labelOf: (location: string) => standing(location)?.label ?? location,
    reset: () => setTown(null),
  };
}

/** Clears errors at once: one removed only on blur would move the button under the pointer. */
function setAddress(form: UseFormReturn<AddressValues>, change: Partial<Address>): void {
  for (const [name, text] of Object.entries(change)) {
    form.setValue(name as keyof Address, text, { shouldDirty: true });
    form.clearErrors(name as keyof Address);
  }
  // Whether a town is required depends on the other two fields.
  form.clearErrors("location");
}
