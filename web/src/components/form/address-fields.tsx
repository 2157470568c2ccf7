import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import type { Place } from "@/lib/places";
import { Input } from "./input";
import { PlaceInput } from "./place-input";

type Field = { field: UseFormRegisterReturn; error: FieldError | undefined };

interface AddressFieldsProps {
  town: {
    value: string;
    hint?: string;
    error: FieldError | undefined;
    /** `place` is the suggestion that was picked, null for typed text. */
    onChange: (town: string, place: Place | null) => void;
    onBlur?: () => void;
  };
  street: Field;
  postcode: Field;
}

/** Where somebody lives: the town with its suggestions, the street and the postcode. */
export function AddressFields({ town, street, postcode }: AddressFieldsProps) {
  return (
    <>
      <PlaceInput
        label="Town or city"
        hint={town.hint}
        name="location"
        value={town.value}
        error={town.error?.message}
        textOf={(place) => place.city}
        onBlur={town.onBlur}
        onChange={town.onChange}
      />
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <Input
          label="Street"
          optional
          autoComplete="street-address"
          error={street.error?.message}
          {...street.field}
        />
        <Input
          label="Postcode"
          optional
          autoComplete="postal-code"
          autoCapitalize="characters"
          error={postcode.error?.message}
          {...postcode.field}
        />
      </div>
    </>
  );
}
