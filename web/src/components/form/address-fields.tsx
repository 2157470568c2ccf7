import { useState } from "react";
import type { Place } from "@/lib/places";
import { Input } from "./input";
import { PlaceInput } from "./place-input";

/** Where somebody lives, as the forms hold it. */
export interface Address {
  location: string;
  street: string;
  zip_code: string;
}

interface AddressFieldsProps {
  value: Address;
  errors: Partial<Record<keyof Address, { message?: string | undefined }>>;
  /**
   * What changed. With it the suggestion that was picked, whose street, town and postcode are
   * among the changes; null for typed text.
   */
  onChange: (change: Partial<Address>, place: Place | null) => void;
  onBlur?: (field: keyof Address) => void;
  townHint?: string;
}

/** An address with its suggestions: the town, the street and the postcode. */
export function AddressFields({ value, errors, onChange, onBlur, townHint }: AddressFieldsProps) {
  return (
    <>
      <PlaceInput
        label="Town or city"
        hint={townHint}
        name="location"
        kind="city"
        value={value.location}
        error={errors.location?.message}
        textOf={(place) => place.city}
        onBlur={() => onBlur?.("location")}
        onChange={(location, place) => onChange({ location }, place)}
      />
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <PlaceInput
          label="Street"
          optional
          name="street"
          kind="address"
          autoComplete="street-address"
          value={value.street}
          error={errors.street?.message}
          textOf={(place) => place.street || place.label}
          onBlur={() => onBlur?.("street")}
          onChange={(street, place) =>
            onChange(place ? { street, ...cityAndPostcode(place) } : { street }, place)
          }
        />
        <Input
          label="Postcode"
          optional
          name="zip_code"
          autoComplete="postal-code"
          autoCapitalize="characters"
          value={value.zip_code}
          error={errors.zip_code?.message}
          onBlur={() => onBlur?.("zip_code")}
          onChange={(event) => onChange({ zip_code: event.target.value }, null)}
        />
      </div>
    </>
  );
}

/** Remembers which town was picked: two may share a name, and then only the suggestion's words tell them apart. */
export function usePickedTown() {
  const [town, setTown] = useState<Place | null>(null);
  const standing = (location: string) => (town?.city === location ? town : null);
  return {
    /** Takes every change of the fields. */
    follow: (change: Partial<Address>, place: Place | null) => {
      if ("location" in change) setTown("street" in change ? null : place);
    },
    /** The one that stands in the town's field; null for typed text. */
    standing,
    /** What to send for the town's field. */
    nameOf: (location: string) => standing(location)?.label ?? location,
    forget: () => setTown(null),
  };
}

/** The town and postcode of a picked street, as far as they are known. */
function cityAndPostcode({ city, zip_code }: Place): Partial<Address> {
  return { ...(city && { location: city }), ...(zip_code && { zip_code }) };
}
