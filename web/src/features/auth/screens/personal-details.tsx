import { useRef, useState } from "react";
import { Link, redirect, useNavigate } from "react-router";
import type { TownFieldHandle } from "@/components/form";
import { api } from "@/lib/api";
import { useDraftedForm } from "@/lib/drafted-form";
import { showServerErrors } from "@/lib/form";
import { storeTokens } from "@/lib/session";
import { AuthLayout } from "../components/auth-layout";
import { DetailsForm } from "../components/details-form";
import { type Details, detailsSchema, emptyDetails } from "../components/details-schema";
import {
  clearRegistration,
  detailsDraft,
  invitationCode,
  loadRegistration,
  referralCode,
  registrationFromLink,
  saveRegistration,
} from "../registration";

/**
 * Redirects without a verified address. A mailed link proves the address, too; its hash is removed
 * from the address bar at once.
 */
export function loader(): null {
  const linked = registrationFromLink(window.location.hash);
  if (linked) {
    saveRegistration(linked);
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }
  if (!loadRegistration()?.registrationToken) throw redirect("/signup");
  return null;
}

export function Component() {
  const navigate = useNavigate();
  const [known] = useState(loadRegistration);
  const { email = "", registrationToken = "", firstname = "", lastname = "" } = known ?? {};
  const usual = { ...emptyDetails, firstname, lastname, referralCode: referralCode() ?? "" };
  const { form } = useDraftedForm<Details>(detailsSchema, detailsDraft, usual);
  const town = useRef<TownFieldHandle>(null);
  const register = api.useMutation("post", "/api/auth/register");
  const login = api.useMutation("post", "/api/auth/login");

  const finish = (to: string) => {
    clearRegistration();
    navigate(to, { replace: true });
  };
  /** Signs the person in with the new password; after a failure they log in themselves. */
  const signIn = (password: string) =>
    login.mutate(
      { body: { email, password } },
      {
        onSuccess: (tokens) => storeTokens(tokens),
        onSettled: () => finish("/success"),
      },
    );

  const submit = form.handleSubmit(async (values) => {
    if (await town.current?.leave()) return;
    const { confirm: _, shown: __, agreed, location, near, referralCode, ...details } = values;
    register.mutate(
      {
        body: {
          ...details,
          email,
          registrationToken,
          adult: agreed,
          terms: agreed,
          location: location || undefined,
          lat: near?.lat,
          lon: near?.lon,
          referralCode: invitationCode(referralCode) || undefined,
        },
      },
      {
        onSuccess: ({ pending }) =>
          pending ? finish("/success?approval=waiting") : signIn(details.password),
        onError: (error) => showServerErrors(form, error, "Registration failed. Please try again."),
      },
    );
  });

  return (
    <AuthLayout
      title="Tell us about you"
      intro="Neighbours see your name and your town."
      footer={
        <>
          Not {email}?{" "}
          <Link to="/signup" className="text-link">
            Start again
          </Link>
        </>
      }
    >
      <DetailsForm
        form={form}
        email={email}
        townRef={town}
        busy={form.formState.isSubmitting || register.isPending || login.isPending}
        onSubmit={submit}
      />
    </AuthLayout>
  );
}
