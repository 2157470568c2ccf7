import { useEffect } from "react";
import { Link, type Location, useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, FormMessage, PasswordInput } from "@/components/form";
import { ApiError, api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { AuthLayout } from "../components/auth-layout";
import { passwordSchema } from "../components/details-schema";
import { PasswordMatch } from "../components/password-match";

const NEXT_DELAY_MS = 3_000;
const NO_TOKEN = "Invalid or missing reset token";

const schema = z.object({ password: passwordSchema, confirm: z.string() }).check(
  z.refine(({ password, confirm }) => password === confirm, {
    error: "Passwords do not match",
    path: ["confirm"],
  }),
);

/** Sets a new password, with the token of the mailed link: `#token=` or `?token=`. */
export function Component() {
  const token = useToken();
  const navigate = useNavigate();
  const form = useAppForm(schema, { password: "", confirm: "" });
  const reset = api.useMutation("post", "/api/auth/reset/forgot/password");
  const { errors } = form.formState;
  const [password, confirm] = form.watch(["password", "confirm"]);

  useEffect(() => {
    if (!reset.isSuccess) return;
    const timer = setTimeout(() => navigate("/login", { replace: true }), NEXT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [reset.isSuccess, navigate]);

  const submit = form.handleSubmit((values) =>
    reset.mutate(
      { body: { token, newPassword: values.password } },
      { onError: (error) => showServerErrors(form, resetError(error)) },
    ),
  );
  const useless = !token || codeOf(reset.error) === "auth.reset_invalid";

  return (
    <AuthLayout
      title="Choose a new password"
      intro="You'll be signed out everywhere, and can sign in with the new one."
      footer={
        <Link to="/login" className="text-link">
          Back to sign-in
        </Link>
      }
    >
      <Form onSubmit={submit} className="grid gap-5">
        <PasswordInput
          label="New password"
          hint="At least 8 characters"
          autoComplete="new-password"
          {...fieldOf(form, "password")}
        />
        <div className="grid gap-1.5">
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            {...fieldOf(form, "confirm")}
          />
          {!errors.confirm && <PasswordMatch password={password} confirm={confirm} />}
        </div>
        {token ? <FormError form={form} /> : <FormMessage>{NO_TOKEN}</FormMessage>}
        {useless && (
          <Link to="/forgot-psw" className={`text-link justify-self-start`}>
            Ask for a new link
          </Link>
        )}
        <p role="status" className={reset.isSuccess ? "font-medium text-leaf" : "sr-only"}>
          {reset.isSuccess && "Password reset successful! Redirecting to login..."}
        </p>
        <Button
          type="submit"
          variant="spark"
          block
          disabled={!token || reset.isSuccess}
          busy={reset.isPending}
          busyLabel="Saving..."
        >
          Reset password
        </Button>
      </Form>
    </AuthLayout>
  );
}

/**
 * Returns the link's token and removes it from the address bar. The history entry keeps it, so that
 * a reload does not lose it.
 */
function useToken(): string {
  const location = useLocation();
  const navigate = useNavigate();
  const fromAddress = tokenFromLocation(location);
  useEffect(() => {
    if (fromAddress) {
      navigate("/reset-psw", { replace: true, state: { resetToken: fromAddress } });
    }
  }, [fromAddress, navigate]);
  const kept: unknown = location.state?.resetToken;
  return fromAddress ?? (typeof kept === "string" ? kept : "");
}

function tokenFromLocation({ hash, search }: Location): string | null {
  return (
    new URLSearchParams(hash.slice(1)).get("token") ?? new URLSearchParams(search).get("token")
  );
}

function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : "";
}

/** Returns the server's own reason, where it gives one, attached to this form's field name. */
function resetError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, status, fields } = error;
  if (code === "client.unexpected") return new ApiError(code, "Failed to reset password", status);
  const { newPassword } = fields;
  return newPassword ? new ApiError(code, message, status, { password: newPassword }) : error;
}
