import type { FormEventHandler } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";
import { Button } from "@/components/button";
import {
  Checkbox,
  FormError,
  Input,
  NameFields,
  PasswordInput,
  PlaceInput,
  Select,
} from "@/components/form";
import { GENDERS, genderNames } from "@/lib/gender";
import { useSite } from "@/lib/site";
import { textLink } from "./auth-layout";
import type { Details } from "./details-schema";
import { InvitationField } from "./invitation-field";
import { PasswordMatch } from "./password-match";

interface DetailsFormProps {
  form: UseFormReturn<Details>;
  email: string;
  busy: boolean;
  onSubmit: FormEventHandler;
}

export function DetailsForm({ form, email, busy, onSubmit }: DetailsFormProps) {
  const { errors } = form.formState;
  const byInvitation = useSite().data?.registration === "invite";
  const [password, confirm] = form.watch(["password", "confirm"]);
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Input
        label="Email"
        type="email"
        name="email"
        value={email}
        readOnly
        autoComplete="username"
      />
      <NameFields
        first={{ field: form.register("firstname"), error: errors.firstname }}
        last={{ field: form.register("lastname"), error: errors.lastname }}
      />
      <Input
        label="Phone"
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...form.register("phone")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Gender" error={errors.gender?.message} {...form.register("gender")}>
          {GENDERS.map((gender) => (
            <option key={gender} value={gender}>
              {genderNames[gender]}
            </option>
          ))}
        </Select>
        <TownField form={form} />
      </div>
      {byInvitation && (
        <InvitationField error={errors.referralCode?.message} {...form.register("referralCode")} />
      )}
      <PasswordInput
        label="Password"
        hint="At least 8 characters"
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <div className="grid gap-1.5">
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          {...form.register("confirm")}
        />
        <PasswordMatch password={password} confirm={confirm} />
      </div>
      <div>
        <Checkbox
          label="I am 18 or over"
          error={errors.adult?.message}
          {...form.register("adult")}
        />
        <Checkbox
          label={
            <>
              I accept the{" "}
              <Link to="/terms" target="_blank" className={textLink}>
                terms
              </Link>{" "}
              of this community
            </>
          }
          error={errors.terms?.message}
          {...form.register("terms")}
        />
      </div>
      <FormError form={form} />
      <Button type="submit" variant="spark" block busy={busy} disabled={password !== confirm}>
        Create account
      </Button>
    </form>
  );
}

/** Optional: a person without a town can be found once they have set one. */
function TownField({ form }: { form: UseFormReturn<Details> }) {
  return (
    <PlaceInput
      label="Your town or city"
      hint="Type its name, or your postcode, and choose it."
      optional
      name="location"
      value={form.watch("location")}
      error={form.formState.errors.location?.message}
      // Two towns may share a name: the label tells them apart, and a postcode is in a town.
      textOf={(place) => (place.zip_code ? place.city : place.label)}
      onChange={(text) => {
        form.clearErrors("location");
        form.setValue("location", text, { shouldDirty: true });
      }}
    />
  );
}
