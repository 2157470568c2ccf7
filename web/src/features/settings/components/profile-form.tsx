import { useEffect, useMemo } from "react";
import { Button } from "@/components/button";
import {
  AddressFields,
  Form,
  FormError,
  Input,
  NameFields,
  Select,
  useAddress,
} from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas } from "@/lib/api";
import { useDraftedForm } from "@/lib/drafted-form";
import { fieldOf, showServerErrors } from "@/lib/form";
import { GENDERS, genderNames } from "@/lib/gender";
import { useProfileCache } from "@/lib/profile";
import { needsSecondFactorCode, useSecondFactor } from "@/lib/second-factor";
import { isSensitive, type ProfileValues, profileDraft, profileSchema } from "./profile-schema";
import { SignInFields } from "./sign-in-fields";

interface ProfileFormProps {
  profile: Schemas["Profile"];
  /** Called after a code was sent to this new address, which takes effect with the code. */
  onNewEmail: (email: string) => void;
}

/** Form for names, address, website and sign-in details. */
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
  const address = useAddress(form, profile);
  const { isSubmitting } = form.formState;
  const [email, password] = form.watch(["email", "password"]);
  const sensitive = isSensitive({ email, password }, profile.email);
  const withCode = factor.data?.enabled || needsSecondFactorCode(save.error);

  // A new address takes effect once its code is entered, after the form was saved.
  const { resetField } = form;
  useEffect(
    () => resetField("email", { defaultValue: profile.email }),
    [resetField, profile.email],
  );

  const submit = form.handleSubmit(
    async (values) => {
      if (await address.leaveTown()) return;
      const { confirm: _, near: __, code, ...body } = values;
      save.mutate(
        {
          params: { path: { id: profile.id } },
          // An empty password changes nothing.
          body: { ...body, ...address.whereabouts(values), code: code || undefined },
        },
        {
          onSuccess: (saved) => {
            cache.store(saved);
            form.reset(valuesOf(saved));
            removeDraft();
            address.reset();
            toast.success("Profile updated");
            if (values.email.toLowerCase() !== saved.email.toLowerCase()) onNewEmail(values.email);
          },
          onError: (error) =>
            showServerErrors(form, error, "Something went wrong while updating profile"),
        },
      );
    },
    ({ confirm }) => {
      if (confirm) {
        form.setError("root.server", { message: "Please make sure the passwords match." });
      }
    },
  );

  return (
    <Form onSubmit={submit} className="grid gap-4">
      <NameFields first={fieldOf(form, "firstname")} last={fieldOf(form, "lastname")} />
      <Select label="Gender" {...fieldOf(form, "gender")}>
        {GENDERS.map((gender) => (
          <option key={gender} value={gender}>
            {genderNames[gender]}
          </option>
        ))}
      </Select>
      <Input
        label="Phone"
        hint="Shown only to neighbours you have an accepted booking with."
        type="tel"
        autoComplete="tel"
        {...fieldOf(form, "phone")}
      />
      <AddressFields
        {...address.fields}
        townHint="Neighbours see this and a rough distance, never your street."
      />
      <Input
        label="Website"
        optional
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
        {...fieldOf(form, "website")}
      />
      <SignInFields form={form} sensitive={sensitive} withCode={withCode} />
      <FormError form={form} />
      <div>
        <Button
          type="submit"
          variant="spark"
          busy={isSubmitting || save.isPending}
          busyLabel="Saving…"
        >
          Save changes
        </Button>
      </div>
    </Form>
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
    near: null,
    website,
    password: "",
    confirm: "",
    currentPassword: "",
    code: "",
  };
}
