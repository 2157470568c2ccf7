import { useEffect } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { FormError, Input } from "@/components/form";
import { api } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { AuthLayout, textLink } from "../parts/auth-layout";
import { DemoNote } from "../parts/demo-note";
import { loadRegistration, rememberReferral, saveRegistration } from "../registration";

const NEXT_DELAY_MS = 1_000;

const schema = z.object({
  email: z.string().check(z.trim(), z.email("Please enter a valid email address")),
});

export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const form = useAppForm(schema, { email: loadRegistration()?.email ?? "" });
  const send = api.useMutation("post", "/api/auth/resend/code");

  const referral = params.get("ref");
  useEffect(() => {
    if (referral) rememberReferral(referral);
  }, [referral]);

  useEffect(() => {
    if (!send.isSuccess) return;
    const timer = setTimeout(() => navigate("/otp"), NEXT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [send.isSuccess, navigate]);

  const submit = form.handleSubmit(({ email }) =>
    send.mutate(
      { body: { email } },
      {
        onSuccess: () => saveRegistration({ email }),
        onError: (error) => showServerErrors(form, error),
      },
    ),
  );
  const busy = send.isPending || send.isSuccess;

  return (
    <AuthLayout
      title="Create Account"
      intro="Start with your email. We'll send a four-digit code to check that it's yours."
      footer={
        <>
          Already have an account?{" "}
          <Link to="/login" className={textLink}>
            Log in
          </Link>
        </>
      }
    >
      <DemoNote>any address works, and no email leaves this computer.</DemoNote>
      <form noValidate onSubmit={submit}>
        <fieldset disabled={busy} className="grid gap-5">
          <Input
            label="Email"
            type="email"
            required
            autoComplete="email"
            error={form.formState.errors.email?.message}
            {...form.register("email")}
          />
          <FormError form={form} />
          <p role="status" className={send.isSuccess ? "font-medium text-leaf" : "sr-only"}>
            {send.isSuccess && "Verification code sent successfully!"}
          </p>
          <Button type="submit" variant="spark" block busy={send.isPending} busyLabel="Sending...">
            Verify
          </Button>
        </fieldset>
      </form>
    </AuthLayout>
  );
}
