import * as z from "zod/mini";
import { Button } from "@/components/button";
import { FormError, Input, NameFields, PlaceInput, Select } from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { useProfileCache } from "@/lib/profile";

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));
const WEBSITE = /^(https?:\/\/\S+\.\S+)?$/;

const GENDERS = ["female", "male", "other"] as const;

const schema = z.object({
  firstname: required("Your first name is required"),
  lastname: required("Your last name is required"),
  gender: z.enum(GENDERS),
  location: z.string().check(z.trim()),
  street: z.string().check(z.trim()),
  zip_code: z.string().check(z.trim()),
  website: z
    .string()
    .check(z.trim(), z.regex(WEBSITE, "Start with https://, such as https://example.org")),
});

type Values = z.infer<typeof schema>;

/** Names, address and website. The email address and the password are changed elsewhere. */
export function ProfileForm({ profile }: { profile: Schemas["Profile"] }) {
  const { email, firstname, lastname, gender, location, street, zip_code, website } = profile;
  const form = useAppForm<Values>(schema, {
    firstname,
    lastname,
    gender: GENDERS.find((known) => known === gender),
    location,
    street,
    zip_code,
    website,
  });
  const save = api.useMutation("put", "/api/users/update/{id}");
  const cache = useProfileCache();
  const { errors } = form.formState;

  const submit = form.handleSubmit((values) =>
    save.mutate(
      {
        params: { path: { id: profile.id } },
        // An empty password changes nothing.
        body: { ...values, email, password: "" },
      },
      {
        onSuccess: (saved) => {
          cache.store(saved);
          toast.success("Profile updated");
        },
        onError: (error) =>
          showServerErrors(form, error, "Something went wrong while updating profile"),
      },
    ),
  );

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <NameFields
        first={{ field: form.register("firstname"), error: errors.firstname }}
        last={{ field: form.register("lastname"), error: errors.lastname }}
      />
      <Input
        label="Email"
        hint="You sign in with it. It can't be changed here yet."
        type="email"
        name="email"
        value={email}
        readOnly
      />
      <Select label="Gender" error={errors.gender?.message} {...form.register("gender")}>
        <option value="female">Female</option>
        <option value="male">Male</option>
        <option value="other">Other</option>
      </Select>
      <AddressFields form={form} />
      <Input
        label="Website"
        optional
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
        error={errors.website?.message}
        {...form.register("website")}
      />
      <FormError form={form} />
      <div>
        <Button type="submit" variant="spark" busy={save.isPending} busyLabel="Saving…">
          Save changes
        </Button>
      </div>
    </form>
  );
}

function AddressFields({ form }: { form: ReturnType<typeof useAppForm<Values>> }) {
  const { errors } = form.formState;
  return (
    <>
      <PlaceInput
        label="Town or city"
        hint="Neighbours see this and a rough distance, never your street."
        name="location"
        value={form.watch("location")}
        error={errors.location?.message}
        textOf={(place) => place.city}
        onChange={(text) => {
          form.setValue("location", text, { shouldDirty: true });
          form.clearErrors("location");
        }}
      />
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <Input
          label="Street"
          optional
          autoComplete="street-address"
          error={errors.street?.message}
          {...form.register("street")}
        />
        <Input
          label="Postcode"
          optional
          autoComplete="postal-code"
          autoCapitalize="characters"
          error={errors.zip_code?.message}
          {...form.register("zip_code")}
        />
      </div>
    </>
  );
}
