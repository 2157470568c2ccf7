import type { Ref } from "react";
import type { Place, Town } from "@/lib/places";
import { Input } from "./input";
import { PlaceInput } from "./place-input";
import { TownField, type TownFieldHandle } from "./town-field";

/** A postal address, as the forms hold it. */
export interface Address {
  location: string;
  street: string;
  zip_code: string;
}

interface AddressFieldsProps {
  townRef: Ref<TownFieldHandle>;
  value: Address;
  near: Town["near"];
  /** Whether the town's coordinates are known already. */
  placed: boolean;
  errors: Partial<Record<keyof Address, { message?: string | undefined }>>;
  /**
   * Reports the changed fields, with the suggestion that was picked or null for typed text. The
   * street, town and postcode of a suggestion are among the changes.
   */
  onChange: (change: Partial<Address>, place: Place | null) => void;
  /** Reports the nearest known town to an unknown one. */
  onNear: (near: Town["near"]) => void;
  onBlur?: (field: keyof Address) => void;
  townHint?: string;
}

/** Fields for town, street and postcode, with suggestions. */
export function AddressFields(props: AddressFieldsProps) {
  const { townRef, value, near, placed, errors, onChange, onNear, onBlur, townHint } = props;
  return (
    <>
      <TownField
        ref={townRef}
        label="Town or city"
        hint={townHint}
        town={{ location: value.location, near }}
        placed={placed}
        error={errors.location?.message}
        textOf={(place) => place.city}
        onBlur={() => onBlur?.("location")}
        onNear={onNear}
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
          onChange={(street, place) => {
            if (place?.city) onNear(null);
            onChange(place ? { street, ...cityAndPostcode(place) } : { street }, place);
          }}
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

/** Returns the town and postcode of a picked street, as far as they are known. */
function cityAndPostcode({ city, zip_code }: Place): Partial<Address> {
  return { ...(city && { location: city }), ...(zip_code && { zip_code }) };
}
