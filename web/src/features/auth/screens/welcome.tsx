import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Checkbox, Form, FormError, FormMessage, PasswordInput } from "@/components/form";
import { ApiError, api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { storeTokens } from "@/lib/session";
import { AuthLayout } from "../components/auth-layout";
import { passwordSchema } from "../components/details-schema";

const schema = z.object({
  newPassword: passwordSchema,
  agreed: z.literal(true, { error: "Please accept the terms to join." }),
});

/** Lets a member who was imported use their account, by the mailed link, `/welcome#token=`. */
export function Component() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get("token") ?? "");
  const form = useAppForm(schema, { newPassword: "", agreed: false });
  const accept = api.useMutation("post", "/api/auth/invitations/accept");
  const isVoid = accept.error instanceof ApiError && accept.error.code === "auth.reset_invalid";

  if (!token || isVoid) return <VoidLink />;

  const submit = form.handleSubmit(({ newPassword }) =>
    accept.mutate(
      { body: { token, newPassword, adult: true, terms: true } },
      {
        onSuccess: (tokens) => {
          if (storeTokens(tokens)) return navigate("/explore", { replace: true });
          form.setError("root.server", { message: "Invalid token received" });
        },
        onError: (error) => showServerErrors(form, error),
      },
    ),
  );
  return (
    <AuthLayout
      title="Choose your password"
      intro="Your account has moved here with your details, your skills and your sparks. Neighbours see you from now on."
    >
      <Form onSubmit={submit} className="grid gap-5">
        <PasswordInput
          label="Password"
          hint="At least 8 characters"
          autoComplete="new-password"
          {...fieldOf(form, "newPassword")}
        />
        <Checkbox
          label={
            <>
              I am 18 or over and accept the{" "}
              <Link to="/terms" target="_blank" className="text-link">
                terms
              </Link>{" "}
              of this community
            </>
          }
          {...fieldOf(form, "agreed")}
        />
        <FormError form={form} />
        <Button type="submit" variant="spark" block busy={accept.isPending}>
          Open my account
        </Button>
      </Form>
    </AuthLayout>
  );
}

function VoidLink() {
  return (
    <AuthLayout title="Choose your password">
      <FormMessage>This link is not complete, was used before, or is too old.</FormMessage>
      <p className="mt-4">
        If you have a password, <LinkTo path="/login">sign in</LinkTo>. If not,{" "}
        <LinkTo path="/forgot-psw">ask for a new link</LinkTo> with the address that the email came
        to.
      </p>
    </AuthLayout>
  );
}

function LinkTo({ path, children }: { path: string; children: string }) {
  return (
    <Link to={path} className="text-link">
      {children}
    </Link>
  );
}
