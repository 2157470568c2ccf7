import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { DemoNote, MailLink, NoMailNote } from "@/components/demo-note";
import { Form, FormError, Input } from "@/components/form";
import { ApiError, envelopeClient } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { AuthLayout } from "../components/auth-layout";

/** Minimal shape of an email address: text, an at sign, and a domain with a dot. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const schema = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: "Email is required", abort: true }),
      z.regex(ADDRESS, "Please enter a valid email address"),
    ),
});

export function Component() {
  const form = useAppForm(schema, { email: "" });
  const ask = useMutation({ mutationFn: askForLink });
  const submit = form.handleSubmit(({ email }) =>
    ask.mutate(email, { onError: (error) => showServerErrors(form, error) }),
  );
  const sentTo = ask.isSuccess ? ask.variables : null;

  return (
    <AuthLayout
      title="Forgot your password?"
      intro="Type your email. We'll send you a link to choose a new one."
      footer={
        <Link to="/login" className="text-link">
          Back to sign-in
        </Link>
      }
    >
      <NoMailNote />
      <Form onSubmit={submit}>
        <fieldset disabled={ask.isPending} className="grid gap-5">
          <Input label="Email" type="email" autoComplete="username" {...fieldOf(form, "email")} />
          <FormError form={form} />
          <p role="status" className={sentTo ? "font-medium text-leaf" : "sr-only"}>
            {ask.data}
          </p>
          <Button type="submit" variant="spark" block busy={ask.isPending} busyLabel="Sending...">
            {sentTo ? "Send it again" : "Send link"}
          </Button>
        </fieldset>
      </Form>
      {sentTo && (
        <>
          <p className="text-ink-2">
            The link works once, for 10 minutes. No email? Look in your spam folder, and check the
            address.
          </p>
          <DemoNote>
            <MailLink to={sentTo} />
          </DemoNote>
        </>
      )}
    </AuthLayout>
  );
}

/** Requests the mail; resolves with the server's message. */
async function askForLink(email: string): Promise<string> {
  const { data } = await envelopeClient
    .POST("/api/auth/forgot/password", { body: { email } })
    .catch((error: unknown) => {
      throw forgotError(error);
    });
  if (!data?.message) throw new ApiError("client.unexpected", "Invalid response format", 200);
  return data.message;
}

/** Returns the server's own reason, where it gives one. */
function forgotError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== "client.unexpected") return error;
  return new ApiError(error.code, "Failed to process request", error.status);
}
