import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { PlaceInput } from "@/components/form";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas } from "@/lib/api";
import type { Place } from "@/lib/places";
import { useProfileCache } from "@/lib/profile";

/** Asks someone without a place for their town, and saves it. */
export function TownForm({ profile }: { profile: Schemas["Profile"] }) {
  const [town, setTown] = useState("");
  const [place, setPlace] = useState<Place | null>(null);
  const [error, setError] = useState<string>();
  const save = api.useMutation("put", "/api/users/profile/update/bio");
  const cache = useProfileCache();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const location = town.trim();
    if (!location) return setError("Type the name of your town");
    const { bio, street, zip_code } = profile;
    const point = place ? { lat: place.lat, lon: place.lon } : {};
    save.mutate(
      { body: { bio, street, zip_code, location, ...point } },
      {
        onSuccess: (saved) => {
          cache.store(saved);
          toast.success(`You're set in ${saved.location}`);
        },
        onError: (failure) =>
          setError(messageOf(failure, "Could not find coordinates for this address")),
      },
    );
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <PlaceInput
        label="Your town or city"
        kind="city"
        value={town}
        error={error}
        textOf={(chosen) => chosen.city}
        onChange={(text, chosen) => {
          setTown(text);
          setPlace(chosen);
          setError(undefined);
        }}
      />
      <Button type="submit" busy={save.isPending} className="justify-self-end">
        Save town
      </Button>
    </form>
  );
}
