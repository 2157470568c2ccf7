import { useState } from "react";
import { Link, redirect, useNavigate } from "react-router";
import { api } from "@/lib/api";
import { useDraftedForm } from "@/lib/drafted-form";
import { showServerErrors } from "@/lib/form";
import { storeTokens } from "@/lib/session";
import { AuthLayout, textLink } from "../parts/auth-layout";
import { DetailsForm } from "../parts/details-form";
import { type Details, detailsSchema, emptyDetails } from "../parts/details-schema";
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
 * Without a verified email there is nothing to complete. The link in our email proves it, too; what
 * it holds leaves the address bar at once.
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
  const register = api.useMutation("post", "/api/auth/register");
  const login = api.useMutation("post", "/api/auth/login");

  const finish = (to: string) => {
    clearRegistration();
    navigate(to, { replace: true });
  };
  /** Signs them in with what they have just chosen; where that fails they log in themselves. */
  const signIn = (password: string) =>
    login.mutate(
      { body: { email, password } },
      {
        onSuccess: (tokens) => storeTokens(tokens),
        onSettled: () => finish("/success"),
      },
    );

  const submit = form.handleSubmit(
    ({ confirm: _, location, referralCode: invitation, ...details }) =>
      register.mutate(
        {
          body: {
            ...details,
            email,
            registrationToken,
            location: location || undefined,
            referralCode: invitationCode(invitation) || undefined,
          },
        },
        {
          onSuccess: ({ pending }) =>
            pending ? finish("/success?approval=waiting") : signIn(details.password),
          onError: (error) =>
            showServerErrors(form, error, "Registration failed. Please try again."),
        },
      ),
  );

  return (
    <AuthLayout
      title="Tell us about you"
      intro="Neighbours see your name and your town. Your phone and email are shown only to somebody you have a booking with, from when it is accepted until 30 days after it is over. Your gender is shown to nobody."
      footer={
        <>
          Not {email}?{" "}
          <Link to="/signup" className={textLink}>
            Start again
          </Link>
        </>
      }
    >
      <DetailsForm
        form={form}
        email={email}
        busy={register.isPending || login.isPending}
        onSubmit={submit}
      />
    </AuthLayout>
  );
}
