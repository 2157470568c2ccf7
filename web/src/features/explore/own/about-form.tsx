import { useEffect } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { AddressFields, Form, FormError, Textarea, useAddress } from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas } from "@/lib/api";
import { useDraftedForm } from "@/lib/drafted-form";
import { draftEntry } from "@/lib/drafts";
import { fieldOf, showServerErrors } from "@/lib/form";
import { nearTown } from "@/lib/near-town";
import { useProfileCache } from "@/lib/profile";

const schema = z
  .object({
    bio: z.string().check(z.maxLength(1000, "Keep it under 1,000 characters")),
    location: z.string().check(z.trim()),
    street: z.string().check(z.trim()),
    zip_code: z.string().check(z.trim()),
    near: nearTown,
  })
  .check(
    z.refine(({ location, street, zip_code }) => location !== "" || !(street || zip_code), {
      error: "Type the name of your town",
      path: ["location"],
    }),
  );

type About = z.infer<typeof schema>;

const text = z.optional(z.string());
const draftSchema = z.object({
  bio: text,
  location: text,
  street: text,
  zip_code: text,
  near: z.optional(nearTown),
});

/** Draft of the member's bio and address, kept in this tab over a reload. */
function aboutDraft(owner: string) {
  return draftEntry<z.infer<typeof draftSchema>>(`aboutDraft:${owner}`, draftSchema, {});
}

interface AboutFormProps {
  profile: Schemas["Profile"];
  onClose: () => void;
}

/** Form for the bio and the address, whose coordinates come from a suggestion or the server. */
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
  const address = useAddress(form, profile);
  const save = api.useMutation("put", "/api/users/profile/update/bio");
  const cache = useProfileCache();
  const { isSubmitting } = form.formState;

  const { setFocus } = form;
  useEffect(() => setFocus("bio"), [setFocus]);

  const submit = form.handleSubmit(async (values) => {
    if (await address.leaveTown()) return;
    const { near: _, ...body } = values;
    save.mutate(
      { body: { ...body, ...address.whereabouts(values) } },
      {
        onSuccess: (saved) => {
          cache.store(saved);
          toast.success("Profile updated");
          close();
        },
        onError: (error) => showServerErrors(form, error, "Failed to update profile"),
      },
    );
  });

  return (
    <Form onSubmit={submit} className="grid gap-4">
      <Textarea
        label="Bio"
        hint="A few words: what you do, what you like, when you have time."
        {...fieldOf(form, "bio")}
      />
      <AddressFields {...address.fields} onBlur={(field) => form.trigger(field)} />
      <FormError form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting || save.isPending}>
          Save
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

function aboutOf({ bio, location, street, zip_code }: Schemas["Profile"]): About {
  return { bio, location, street, zip_code, near: null };
}
