import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Form, FormError, TownField } from "@/components/form";
import { toast } from "@/components/toast";
import { ApiError, api, messageOf, type Schemas } from "@/lib/api";
import { pointOf, type Town } from "@/lib/places";
import { useProfileCache } from "@/lib/profile";

interface Errors {
  town?: string;
  form?: string;
}

/** Form for the town of a person without coordinates. */
export function TownForm({ profile }: { profile: Schemas["Profile"] }) {
  const [town, setTown] = useState<Town>({ location: profile.location, near: null });
  /** Name that the server saved without coordinates, or refused. */
  const [unplaced, setUnplaced] = useState<string>();
  const [errors, setErrors] = useState<Errors>({});
  const save = api.useMutation("put", "/api/users/profile/update/bio");
  const cache = useProfileCache();

  const change = (part: Partial<Town>) => {
    setTown((now) => ({ ...now, ...part }));
    setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const location = town.location.trim();
    setErrors(location ? {} : { town: "Type the name of your town" });
    if (!location) return;
    const { bio, street, zip_code } = profile;
    const { lat, lon } = town.near ?? {};
    save.mutate(
      { body: { bio, street, zip_code, location, lat, lon } },
      {
        onSuccess: (saved) => {
          cache.store(saved);
          if (pointOf(saved)) toast.success(`Your town is now ${saved.location}`);
          else setUnplaced(town.location);
        },
        onError: (failure) => {
          if (isPlaceUnknown(failure)) setUnplaced(town.location);
          setErrors(errorsOf(failure));
        },
      },
    );
  };

  const nearestNeeded = unplaced === town.location && !town.near;
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <TownField
        town={town}
        error={errors.town}
        nearestError={nearestNeeded ? nearestError(town.location) : undefined}
        onNear={(near) => change({ near })}
        onChange={(location) => change({ location })}
      />
      <FormError>{errors.form}</FormError>
      <Button type="submit" busy={save.isPending} className="justify-self-end">
        Save town
      </Button>
    </Form>
  );
}

function nearestError(location: string): string {
  return `We don't know where ${location.trim()} is, so neighbours cannot find you yet. Choose the nearest town as well.`;
}

function isPlaceUnknown(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === "explore.place_not_found";
}

function errorsOf(failure: unknown): Errors {
  const message = messageOf(failure, "Could not find coordinates for this address");
  const ofTown = failure instanceof ApiError && "location" in failure.fields;
  return ofTown ? { town: message } : { form: message };
}
