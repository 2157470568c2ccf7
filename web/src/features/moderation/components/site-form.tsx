import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Checkbox, Form, FormError, Input, PlaceInput } from "@/components/form";
import { toast } from "@/components/toast";
import { api, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import type { Site } from "@/lib/site";

const MAX_NAME = 40;

const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.maxLength(MAX_NAME, `Please keep it to ${MAX_NAME} characters`)),
  default_city: z.string(),
  contact: z.union([
    z.literal(""),
    z.string().check(z.trim(), z.email("Please enter a valid email address")),
  ]),
  show_figures: z.boolean(),
});

export interface SavedFormProps {
  site: Site;
  /** Label of the button. */
  label?: string;
  /** Called instead of showing a toast. */
  onSaved?: () => void;
}

/** Form for the site's name, town and contact, and whether its front page shows figures. */
export function SiteForm({ site, label = "Save", onSaved }: SavedFormProps) {
  const { name, default_city, contact = "", show_figures } = site;
  const cache = useQueryCache();
  const form = useAppForm(schema, { name, default_city, contact, show_figures });
  const save = api.useMutation("put", "/api/admin/site");
  const { errors } = form.formState;
  const submit = form.handleSubmit((body) =>
    save.mutate(
      { body },
      {
        onSuccess: ({ name, default_city, contact = "", show_figures }) => {
          form.reset({ name, default_city, contact, show_figures });
          cache.invalidate("/api/site", "/api/places/map", "/api/admin/audit");
          if (onSaved) onSaved();
          else toast.success("Your site's details are saved.");
        },
        onError: (error) => showServerErrors(form, error),
      },
    ),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <Input
        label="Name"
        hint="On every page and in every email. Empty: the name in the server's configuration."
        autoComplete="off"
        {...fieldOf(form, "name")}
      />
      <PlaceInput
        label="Town"
        hint="Members who have not set their town see neighbours around this one. Empty: the town in the server's configuration."
        kind="city"
        name="default_city"
        value={form.watch("default_city")}
        error={errors.default_city?.message}
        onChange={(text) => {
          form.clearErrors("default_city");
          form.setValue("default_city", text, { shouldDirty: true });
        }}
      />
      <Input
        label="Contact"
        hint="An email address for questions. Everybody can read it. Empty: the contact in the server's configuration, if it has one."
        type="email"
        optional
        autoComplete="email"
        {...fieldOf(form, "contact")}
      />
      <Checkbox
        label="Show on the front page how many neighbours, skills and bookings there are"
        {...form.register("show_figures")}
      />
      <FormError form={form} />
      <Button type="submit" busy={save.isPending} className="justify-self-end">
        {label}
      </Button>
    </Form>
  );
}
