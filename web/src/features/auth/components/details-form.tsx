import { type FormEventHandler, type Ref, useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";
import { Button } from "@/components/button";
import {
  Checkbox,
  Choice,
  Form,
  FormError,
  Input,
  NameFields,
  PasswordInput,
  TownField,
  type TownFieldHandle,
} from "@/components/form";
import { fieldOf } from "@/lib/form";
import { GENDERS, genderNames } from "@/lib/gender";
import { useSite } from "@/lib/site";
import type { Details } from "./details-schema";
import { InvitationField } from "./invitation-field";
import { PasswordMatch } from "./password-match";

interface DetailsFormProps {
  form: UseFormReturn<Details>;
  email: string;
  townRef: Ref<TownFieldHandle>;
  busy: boolean;
  onSubmit: FormEventHandler;
}

const genders = GENDERS.map((value) => ({ value, label: genderNames[value] }));

export function DetailsForm({ form, email, townRef, busy, onSubmit }: DetailsFormProps) {
  const { errors } = form.formState;
  const byInvitation = useSite().data?.registration === "invite";
  const [location, near] = form.watch(["location", "near"]);
  useFocusOnFirstEmpty(form);
  return (
    <Form onSubmit={onSubmit} className="grid gap-4">
      <Input
        label="Email"
        type="email"
        name="email"
        value={email}
        readOnly
        autoComplete="username"
      />
      <NameFields
        first={fieldOf(form, "firstname")}
        last={fieldOf(form, "lastname")}
        enterKeyHint="next"
      />
      <Input
        label="Phone"
        hint="Your phone number and email are shown only to neighbours you have an accepted booking with."
        type="tel"
        autoComplete="tel"
        enterKeyHint="next"
        {...fieldOf(form, "phone")}
      />
      <TownField
        ref={townRef}
        optional
        hint="Your town, your village, or your postcode."
        town={{ location, near }}
        enterKeyHint="next"
        error={errors.location?.message}
        onNear={(near) => form.setValue("near", near, { shouldDirty: true })}
        onChange={(location) => {
          form.clearErrors("location");
          form.setValue("location", location, { shouldDirty: true });
        }}
      />
      <Choice
        label="Gender"
        hint="Nobody else sees it."
        options={genders}
        {...fieldOf(form, "gender")}
      />
      {byInvitation && <InvitationField enterKeyHint="next" {...fieldOf(form, "referralCode")} />}
      <NewPassword form={form} />
      <Checkbox
        label={
          <>
            I am 18 or over and accept the{" "}
            <Link to="/terms" target="_blank" className="text-link">
              terms
            </Link>{" "}
            of this community, and have read its{" "}
            <Link to="/privacy" target="_blank" className="text-link">
              privacy page
            </Link>
          </>
        }
        {...fieldOf(form, "agreed")}
      />
      <FormError form={form} />
      <Button
        type="submit"
        variant="spark"
        block
        busy={busy}
        disabled={mismatch(form.watch(["password", "confirm", "shown"]))}
      >
        Create account
      </Button>
    </Form>
  );
}

/** Password fields; the second is needed unless the password is shown. */
function NewPassword({ form }: { form: UseFormReturn<Details> }) {
  const { errors } = form.formState;
  const [password, confirm, shown] = form.watch(["password", "confirm", "shown"]);
  return (
    <>
      <PasswordInput
        label="Password"
        hint={
          shown
            ? "At least 8 characters"
            : "At least 8 characters. If you show it, you type it only once."
        }
        autoComplete="new-password"
        enterKeyHint={shown ? "done" : "next"}
        onShown={(on) => {
          form.setValue("shown", on);
          form.setValue("confirm", "");
          form.clearErrors("confirm");
        }}
        {...fieldOf(form, "password")}
      />
      {!shown && (
        <div className="grid gap-1.5">
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            enterKeyHint="done"
            error={confirm === "" ? errors.confirm?.message : undefined}
            {...form.register("confirm")}
          />
          <PasswordMatch password={password} confirm={confirm} />
        </div>
      )}
    </>
  );
}

/** Checks whether a second, different password was typed. */
function mismatch([password, confirm, shown]: [string, string, boolean]): boolean {
  return !shown && confirm !== "" && password !== confirm;
}

/** Focuses the first empty field on arrival. */
function useFocusOnFirstEmpty({ getValues, setFocus }: UseFormReturn<Details>): void {
  useEffect(() => {
    const empty = (["firstname", "lastname", "phone"] as const).find((name) => !getValues(name));
    if (empty) setFocus(empty);
  }, [getValues, setFocus]);
}
