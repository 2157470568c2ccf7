import { type FormEvent, useState } from "react";
import { Link, redirect, useNavigate } from "react-router";
import { Button } from "@/components/button";
import { DemoNote, MailLink, NoMailNote } from "@/components/demo-note";
import { CODE_LENGTH, CodeInput, Form, FormMessage } from "@/components/form";
import { api, messageOf } from "@/lib/api";
import { AuthLayout } from "../components/auth-layout";
import { ResendCode } from "../components/resend-code";
import { loadRegistration, type Registration, saveRegistration } from "../registration";

/** Redirects without a sign-up in progress, since there is no address to verify. */
export function loader(): Registration {
  const registration = loadRegistration();
  if (!registration) throw redirect("/");
  return registration;
}

const ERROR_ID = "otp-error";

export function Component() {
  const navigate = useNavigate();
  const [email] = useState(() => loadRegistration()?.email ?? "");
  const [code, setCode] = useState("");
  const verify = api.useMutation("post", "/api/auth/verify/email");
  const complete = code.length === CODE_LENGTH;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!complete || verify.isPending) return;
    verify.mutate(
      { body: { email, code } },
      {
        onSuccess: ({ registrationToken }) => {
          saveRegistration({ email, registrationToken });
          navigate("/personal-details");
        },
        // The next digit starts another code.
        onError: () => setCode(""),
      },
    );
  }

  return (
    <AuthLayout
      title="Check your email"
      intro={
        <>
          We sent a four-digit code to <strong className="text-ink">{email}</strong>.{" "}
          <Link to="/signup" className="text-link">
            Wrong address?
          </Link>
        </>
      }
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
        <MailLink to={email} />
      </DemoNote>
      <Form onSubmit={submit} className="grid gap-5">
        <CodeInput
          focused
          value={code}
          onChange={setCode}
          errorId={verify.error ? ERROR_ID : undefined}
        />
        <div id={ERROR_ID}>
          <FormMessage>
            {verify.error
              ? messageOf(verify.error, "Verification failed. Please try again.")
              : undefined}
          </FormMessage>
        </div>
        <Button type="submit" variant="spark" block disabled={!complete} busy={verify.isPending}>
          Verify OTP
        </Button>
      </Form>
      <ResendCode email={email} />
    </AuthLayout>
  );
}
