import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { AddressFields, FormError, Textarea } from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import type { Place } from "@/lib/places";
import { useProfileCache } from "@/lib/profile";

const schema = z.object({
  bio: z.string().check(z.maxLength(1000, "Keep it under 1,000 characters")),
  location: z.string().check(z.trim(), z.minLength(1, "Type the name of your town")),
  street: z.string().check(z.trim()),
  zip_code: z.string().check(z.trim()),
});

type About = z.infer<typeof schema>;

interface AboutFormProps {
  profile: Schemas["Profile"];
  onClose: () => void;
}

/** Edits the bio and the address, whose coordinates come from a suggestion or from the server. */
export function AboutForm({ profile, onClose }: AboutFormProps) {
  const { bio, location, street, zip_code } = profile;
  const form = useAppForm<About>(schema, { bio, location, street, zip_code });
  const [place, setPlace] = useState<Place | null>(null);
  const save = api.useMutation("put", "/api/users/profile/update/bio");
  const cache = useProfileCache();
  const { errors } = form.formState;

  const { setFocus } = form;
  useEffect(() => setFocus("bio"), [setFocus]);

  const submit = form.handleSubmit((values) =>
    save.mutate(
      { body: { ...values, ...coordinates(profile, values, place) } },
      {
        onSuccess: (saved) => {
          cache.store(saved);
          toast.success("Profile updated");
          onClose();
        },
        onError: (error) => showServerErrors(form, error, "Failed to update profile"),
      },
    ),
  );

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Textarea
        label="Bio"
        hint="A few words: what you do, what you like, when you have time."
        error={errors.bio?.message}
        {...form.register("bio")}
      />
      <AddressFields
        town={{
          value: form.watch("location"),
          error: errors.location,
          onBlur: () => form.trigger("location"),
          onChange: (town, chosen) => {
            form.setValue("location", town, { shouldDirty: true });
            // At once: an error that went on leaving the field would move the button under the pointer.
            form.clearErrors("location");
            setPlace(chosen);
          },
        }}
        street={{ field: form.register("street"), error: errors.street }}
        postcode={{ field: form.register("zip_code"), error: errors.zip_code }}
      />
      <FormError form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/**
 * Those of the chosen place, or the stored ones while the address is the same. For an
 * address typed by hand there are none, and the server finds them.
 */
function coordinates(
  profile: Schemas["Profile"],
  values: About,
  place: Place | null,
): { lat?: number; lon?: number } {
  const same =
    values.location === profile.location &&
    values.street === profile.street &&
    values.zip_code === profile.zip_code;
  const { lat, lon } = place ?? (same ? profile : {});
  return typeof lat === "number" && typeof lon === "number" ? { lat, lon } : {};
}
