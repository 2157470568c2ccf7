import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, FormMessage, Input, NameFields, PasswordInput } from "@/components/form";
import { api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { storeTokens } from "@/lib/session";
import { AuthLayout } from "../components/auth-layout";
import { passwordSchema, phoneSchema } from "../components/details-schema";
import { clearRegistration } from "../registration";

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

const schema = z.object({
  email: z.string().check(z.trim(), z.email("Please enter a valid email address")),
  firstname: required("Your first name is required"),
  lastname: required("Your last name is required"),
  phone: phoneSchema,
  password: passwordSchema,
});

/** Creates the first admin, by the link that the server prints, `/setup#SECRET`. */
export function Component() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [secret] = useState(() => decodeURIComponent(hash.slice(1)));
  const form = useAppForm(schema, {
    email: "",
    firstname: "",
    lastname: "",
    phone: "",
    password: "",
  });
  const setUp = api.useMutation("post", "/api/auth/setup");

  if (!secret) return <NoSecret />;

  const submit = form.handleSubmit((values) =>
    setUp.mutate(
      { body: { secret, ...values } },
      {
        onSuccess: (tokens) => {
          if (!storeTokens(tokens)) {
            return form.setError("root.server", { message: "Invalid token received" });
          }
          clearRegistration();
          navigate("/admin/set-up", { replace: true });
        },
        onError: (error) => showServerErrors(form, error),
      },
    ),
  );
  return (
    <AuthLayout
      title="Set up your site"
      intro="This account becomes the first admin of the site."
      footer={
        <>
          Already set up?{" "}
          <Link to="/login?next=/admin" className="text-link">
            Sign in
          </Link>
        </>
      }
    >
      <Form onSubmit={submit} className="grid gap-5">
        <Input label="Email" type="email" autoComplete="username" {...fieldOf(form, "email")} />
        <NameFields first={fieldOf(form, "firstname")} last={fieldOf(form, "lastname")} />
        <Input
          label="Phone"
          hint="Shown only to neighbours you have an accepted booking with."
          type="tel"
          autoComplete="tel"
          {...fieldOf(form, "phone")}
        />
        <PasswordInput
          label="Password"
          hint="At least 8 characters"
          autoComplete="new-password"
          {...fieldOf(form, "password")}
        />
        <FormError form={form} />
        <Button type="submit" variant="spark" block busy={setUp.isPending}>
          Create admin account
        </Button>
      </Form>
    </AuthLayout>
  );
}

function NoSecret() {
  return (
    <AuthLayout title="Set up your site">
      <FormMessage>
        This link is not complete. Copy the whole set-up link that the server has printed, or
        restart the server for a new one.
      </FormMessage>
    </AuthLayout>
  );
}
