import { useEffect, useMemo } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "@/components/button";
import {
  type Address,
  AddressFields,
  FormError,
  Input,
  NameFields,
  Select,
  usePickedTown,
} from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas } from "@/lib/api";
import { useDraftedForm } from "@/lib/drafted-form";
import { showServerErrors } from "@/lib/form";
import { GENDERS, genderNames } from "@/lib/gender";
import type { Place } from "@/lib/places";
import { useProfileCache } from "@/lib/profile";
import { needsSecondFactorCode, useSecondFactor } from "@/lib/second-factor";
import { isSensitive, type ProfileValues, profileDraft, profileSchema } from "./profile-schema";
import { SignInFields } from "./sign-in-fields";

interface ProfileFormProps {
  profile: Schemas["Profile"];
  /** A code was sent to this new address, which counts once it is typed. */
  onNewEmail: (email: string) => void;
}

/** Names, address, website, and what one signs in with. */
export function ProfileForm({ profile, onNewEmail }: ProfileFormProps) {
  const schema = useMemo(() => profileSchema(profile.email), [profile.email]);
  const { form, removeDraft } = useDraftedForm<ProfileValues>(
    schema,
    profileDraft(profile.id),
    valuesOf(profile),
  );
  const save = api.useMutation("put", "/api/users/update/{id}");
  const factor = useSecondFactor();
  const cache = useProfileCache();
  const town = usePickedTown();
  const { errors } = form.formState;
  const [email, password] = form.watch(["email", "password"]);
  const sensitive = isSensitive({ email, password }, profile.email);
  const withCode = factor.data?.enabled || needsSecondFactorCode(save.error);

  // A new address counts once its code is typed, which is after the form was saved.
  const { resetField } = form;
  useEffect(
    () => resetField("email", { defaultValue: profile.email }),
    [resetField, profile.email],
  );

  const submit = form.handleSubmit(
    ({ confirm: _, currentPassword, code, ...values }) =>
      save.mutate(
        {
          params: { path: { id: profile.id } },
          // An empty password changes nothing.
          body: {
            ...values,
            location: town.nameOf(values.location),
            currentPassword,
            code: code || undefined,
          },
        },
        {
          onSuccess: (saved) => {
            cache.store(saved);
            form.reset(valuesOf(saved));
            removeDraft();
            town.forget();
            toast.success("Profile updated");
            if (values.email.toLowerCase() !== saved.email.toLowerCase()) onNewEmail(values.email);
          },
          onError: (error) =>
            showServerErrors(form, error, "Something went wrong while updating profile"),
        },
      ),
    ({ confirm }) => {
      if (confirm) {
        form.setError("root.server", { message: "Please make sure the passwords match." });
      }
    },
  );

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <NameFields
        first={{ field: form.register("firstname"), error: errors.firstname }}
        last={{ field: form.register("lastname"), error: errors.lastname }}
      />
      <Select label="Gender" error={errors.gender?.message} {...form.register("gender")}>
        {GENDERS.map((gender) => (
          <option key={gender} value={gender}>
            {genderNames[gender]}
          </option>
        ))}
      </Select>
      <Input
        label="Phone"
        hint="Shown only to somebody you have a booking with, once it is accepted."
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...form.register("phone")}
      />
      <AddressSection form={form} onTown={town.follow} />
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
      <SignInFields form={form} sensitive={sensitive} withCode={withCode} />
      <FormError form={form} />
      <div>
        <Button type="submit" variant="spark" busy={save.isPending} busyLabel="Saving…">
          Save changes
        </Button>
      </div>
    </form>
  );
}

function valuesOf(profile: Schemas["Profile"]): ProfileValues {
  const { firstname, lastname, email, gender, phone, location, street, zip_code, website } =
    profile;
  return {
    firstname,
    lastname,
    email,
    gender: GENDERS.find((known) => known === gender) ?? "prefer_not_to_say",
    phone,
    location,
    street,
    zip_code,
    website,
    password: "",
    confirm: "",
    currentPassword: "",
    code: "",
  };
}

interface AddressSectionProps {
  form: UseFormReturn<ProfileValues>;
  onTown: (change: Partial<Address>, place: Place | null) => void;
}

function AddressSection({ form, onTown }: AddressSectionProps) {
  const [location, street, zip_code] = form.watch(["location", "street", "zip_code"]);
  return (
    <AddressFields
      value={{ location, street, zip_code }}
      townHint="Neighbours see this and a rough distance, never your street."
      errors={form.formState.errors}
      onChange={(change, place) => {
        setAddress(form, change);
        onTown(change, place);
      }}
    />
  );
}

function setAddress(form: UseFormReturn<ProfileValues>, change: Partial<Address>): void {
  for (const [name, text] of Object.entries(change)) {
    form.setValue(name as keyof Address, text, { shouldDirty: true });
    form.clearErrors(name as keyof Address);
  }
}
