import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { type Address, AddressFields, FormError, Textarea, usePickedTown } from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas } from "@/lib/api";
import { useDraftedForm } from "@/lib/drafted-form";
import { draftEntry } from "@/lib/drafts";
import { showServerErrors } from "@/lib/form";
import type { Place } from "@/lib/places";
import { useProfileCache } from "@/lib/profile";
import { addressPoint } from "./address-point";

const schema = z
  .object({
    bio: z.string().check(z.maxLength(1000, "Keep it under 1,000 characters")),
    location: z.string().check(z.trim()),
    street: z.string().check(z.trim()),
    zip_code: z.string().check(z.trim()),
  })
  .check(
    z.refine(({ location, street, zip_code }) => location !== "" || !(street || zip_code), {
      error: "Type the name of your town",
      path: ["location"],
    }),
  );

type About = z.infer<typeof schema>;

const text = z.optional(z.string());
const draftSchema = z.object({ bio: text, location: text, street: text, zip_code: text });

/** What somebody is writing about themselves, as this tab had it before a reload. */
export function aboutDraft(owner: string) {
  return draftEntry<z.infer<typeof draftSchema>>(`aboutDraft:${owner}`, draftSchema, {});
}

interface AboutFormProps {
  profile: Schemas["Profile"];
  onClose: () => void;
}

/** Edits the bio and the address, whose coordinates come from a suggestion or from the server. */
export function AboutForm({ profile, onClose }: AboutFormProps) {
  const { form, removeDraft } = useDraftedForm<About>(
    schema,
    aboutDraft(profile.id),
    aboutOf(profile),
  );
  const close = () => {
    removeDraft();
    onClose();
  };
  const [place, setPlace] = useState<Place | null>(null);
  const town = usePickedTown();
  const save = api.useMutation("put", "/api/users/profile/update/bio");
  const cache = useProfileCache();
  const { errors } = form.formState;
  const [location, street, zip_code] = form.watch(["location", "street", "zip_code"]);
  const address = { location, street, zip_code };

  const { setFocus } = form;
  useEffect(() => setFocus("bio"), [setFocus]);

  const whereabouts = (values: About) => {
    const point = addressPoint(values, place ?? town.standing(values.location), profile);
    return "lat" in point ? point : { location: town.nameOf(values.location) };
  };
  const submit = form.handleSubmit((values) =>
    save.mutate(
      { body: { ...values, ...whereabouts(values) } },
      {
        onSuccess: (saved) => {
          cache.store(saved);
          toast.success("Profile updated");
          close();
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
        value={address}
        errors={errors}
        onBlur={(field) => form.trigger(field)}
        onChange={(change, chosen) => {
          setAddress(form, change);
          setPlace(chosen);
          town.follow(change, chosen);
        }}
      />
      <FormError form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function aboutOf({ bio, location, street, zip_code }: Schemas["Profile"]): About {
  return { bio, location, street, zip_code };
}

/** At once: an error that went on leaving the field would move the button under the pointer. */
function setAddress(form: UseFormReturn<About>, change: Partial<Address>): void {
  for (const [name, text] of Object.entries(change)) {
    form.setValue(name as keyof Address, text, { shouldDirty: true });
    form.clearErrors(name as keyof Address);
  }
  // Whether a town is missing depends on the other two.
  form.clearErrors("location");
}
