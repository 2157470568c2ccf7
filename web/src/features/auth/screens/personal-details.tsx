import { useState } from "react";
import { Link, redirect, useNavigate } from "react-router";
import { api } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { AuthLayout, textLink } from "../parts/auth-layout";
import { DetailsForm } from "../parts/details-form";
import { type Details, detailsSchema, emptyDetails } from "../parts/details-schema";
import {
  clearRegistration,
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
  const form = useAppForm<Details>(detailsSchema, {
    ...emptyDetails,
    firstname,
    lastname,
    referralCode: referralCode() ?? "",
  });
  const register = api.useMutation("post", "/api/auth/register");

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
          onSuccess: ({ pending }) => {
            clearRegistration();
            navigate(pending ? "/success?approval=waiting" : "/success", { replace: true });
          },
          onError: (error) =>
            showServerErrors(form, error, "Registration failed. Please try again."),
        },
      ),
  );

  return (
    <AuthLayout
      title="Tell us about you"
      intro="Your neighbours see your name and your town. Your email, phone and address stay private."
      footer={
        <>
          Not {email}?{" "}
          <Link to="/signup" className={textLink}>
            Start again
          </Link>
        </>
      }
    >
      <DetailsForm form={form} email={email} busy={register.isPending} onSubmit={submit} />
    </AuthLayout>
  );
}
