import { useEffect, useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Checkbox, Input, PlaceInput } from "@/components/form";
import { type Place, pointOf } from "@/lib/places";
import { useOwnProfile } from "@/lib/profile";
import { placeOf, type RequestValues } from "./schema";

type Lines = Pick<RequestValues, "street" | "location" | "zip_code">;

/** Fields for the place: the person's own address, or another one, which may replace it. */
export function AddressField({ form }: { form: UseFormReturn<RequestValues> }) {
  const id = useId();
  const profile = useOwnProfile().data;
  const [street, location, zip_code] = form.watch(["street", "location", "zip_code"]);
  const { errors, isSubmitted } = form.formState;
  const typed = placeOf({ street, location, zip_code });
  const home = profile?.street ? placeOf(profile) : "";

  // Fills in the stored address, unless another has been begun.
  const { setValue, getValues } = form;
  useEffect(() => {
    if (!profile || placeOf(getValues())) return;
    const { street, location, zip_code } = profile;
    setValue("street", street);
    setValue("location", location);
    setValue("zip_code", zip_code);
    setValue("point", (street && pointOf(profile)) || null);
  }, [profile, setValue, getValues]);

  const change = (lines: Partial<Lines>, point: RequestValues["point"] = null) => {
    setValue("point", point);
    for (const [name, text] of Object.entries(lines)) {
      setValue(name as keyof Lines, text, { shouldValidate: isSubmitted });
    }
  };
  const choose = ({ city, zip_code: code, ...place }: Place, street: string) =>
    change(
      { street, ...(city && { location: city }), ...(code && { zip_code: code }) },
      place.street ? { lat: place.lat, lon: place.lon } : null,
    );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend inside the grid
    <div role="group" aria-labelledby={id} className="grid gap-3">
      <div>
        <p id={id} className="font-semibold">
          Where?
        </p>
        <p className="text-small text-ink-2">They see the street only once they have accepted.</p>
      </div>
      <PlaceInput
        label="House and street"
        name="street"
        kind="address"
        autoComplete="street-address"
        value={street}
        error={errors.street?.message}
        onChange={(text, place) =>
          place ? choose(place, place.street ?? text) : change({ street: text })
        }
        onBlur={() => form.trigger("street")}
      />
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <PlaceInput
          label="Town or city"
          name="location"
          kind="city"
          autoComplete="address-level2"
          value={location}
          error={errors.location?.message}
          textOf={(place) => place.city}
          onChange={(text) => change({ location: text })}
          onBlur={() => form.trigger("location")}
        />
        <Input
          label="Postcode"
          name="zip_code"
          autoComplete="postal-code"
          autoCapitalize="characters"
          value={zip_code}
          error={errors.zip_code?.message}
          onChange={(event) => change({ zip_code: event.target.value })}
          onBlur={() => form.trigger("zip_code")}
        />
      </div>
      {home && typed !== home && (
        <button
          type="button"
          onClick={() => profile && change(profileLines(profile), pointOf(profile) ?? null)}
          className="min-h-11 justify-self-start font-semibold text-leaf hover:underline"
        >
          Use my address
        </button>
      )}
      {profile && !home && (
        <Checkbox
          label="Save this as my address"
          checked={form.watch("saveAddress")}
          onChange={(event) => setValue("saveAddress", event.target.checked)}
        />
      )}
    </div>
  );
}

function profileLines({ street, location, zip_code }: Lines): Lines {
  return { street, location, zip_code };
}
