import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { DemoNote, NoMailNote } from "@/components/demo-note";
import { Form, FormError, Input } from "@/components/form";
import { api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { useSite } from "@/lib/site";
import { AuthLayout } from "../components/auth-layout";
import { INVITATION_NEEDED, InvitationField } from "../components/invitation-field";
import { SocialOption } from "../components/social-option";
import {
  invitationCode,
  loadRegistration,
  referralCode,
  saveReferral,
  saveRegistration,
  sentMessage,
} from "../registration";

const NEXT_DELAY_MS = 1_000;

const schema = z.object({
  email: z.string().check(z.trim(), z.email("Please enter a valid email address")),
  invitation: z.string(),
});

export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const referral = params.get("ref");
  const [invited] = useState(() => referral ?? referralCode() ?? "");
  const form = useAppForm(schema, {
    email: loadRegistration()?.email ?? "",
    invitation: invited,
  });
  const send = api.useMutation("post", "/api/auth/resend/code");
  const site = useSite().data;
  const byInvitation = site?.registration === "invite";

  useEffect(() => {
    if (referral) saveReferral(referral);
  }, [referral]);

  const { setFocus } = form;
  useEffect(() => setFocus("email"), [setFocus]);

  useEffect(() => {
    if (!send.isSuccess) return;
    const timer = setTimeout(() => navigate("/otp"), NEXT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [send.isSuccess, navigate]);

  const submit = form.handleSubmit(({ email, invitation }) => {
    if (byInvitation) {
      if (!saveReferral(invitationCode(invitation))) {
        form.setError("invitation", { message: INVITATION_NEEDED });
        return;
      }
    }
    send.mutate(
      { body: { email, referralCode: referralCode() } },
      {
        onSuccess: () => saveRegistration({ email }),
        onError: (error) => showServerErrors(form, error),
      },
    );
  });
  const busy = send.isPending || send.isSuccess;

  return (
    <AuthLayout
      title="Create Account"
      page="Create an account"
      intro="Start with your email. We'll send a four-digit code to check that it's yours."
      footer={
        <>
          Already have an account?{" "}
          <Link to="/login" className="text-link">
            Sign in
          </Link>
        </>
      }
    >
      <NoMailNote />
      <DemoNote>
        its neighbours live in and around {site?.default_city}. Any address works, and no email
        leaves this computer.
      </DemoNote>
      <Form onSubmit={submit}>
        <fieldset disabled={busy} className="grid gap-5">
          <Input
            label="Email"
            type="email"
            required
            autoComplete="email"
            enterKeyHint="go"
            {...fieldOf(form, "email")}
          />
          {byInvitation && <InvitationField {...fieldOf(form, "invitation")} />}
          <FormError form={form} />
          <p role="status" className={send.isSuccess ? "font-medium text-leaf" : "sr-only"}>
            {send.isSuccess && sentMessage(send.data)}
          </p>
          <Button type="submit" variant="spark" block busy={send.isPending} busyLabel="Sending...">
            Verify
          </Button>
        </fieldset>
      </Form>
      <SocialOption />
    </AuthLayout>
  );
}
