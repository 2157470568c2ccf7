import { useState } from "react";
import { Link, redirect, useLoaderData, useNavigate, useSearchParams } from "react-router";
import * as z from "zod/mini";
import { FormMessage } from "@/components/form";
import { ApiError, api } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { localPath } from "@/lib/local-path";
import {
  getSession,
  needsRefresh,
  refreshSession,
  stashSignInCodes,
  storeTokens,
  takeSessionEndReason,
} from "@/lib/session";
import { AuthLayout } from "../components/auth-layout";
import { type Credentials, PasswordForm } from "../components/password-form";
import { SecondFactorForm } from "../components/second-factor-form";
import { SocialOption } from "../components/social-option";
import { clearRegistration } from "../registration";

/**
 * Redirects if a session is stored, refreshing a token close to expiry first. If the session could
 * not be renewed, the page stays and gives the reason.
 */
export async function loader({ request }: { request: Request }): Promise<string | null> {
  stashSignInCodes(request);
  const session = getSession();
  const usable =
    session && (!needsRefresh(session) || (await refreshSession(session.accessToken)) === "fresh");
  if (!usable) return takeSessionEndReason();
  throw redirect(localPath(new URL(request.url).searchParams.get("next"), "/explore"));
}

const schema = z.object({ email: z.string(), password: z.string() });

export function Component() {
  const navigate = useNavigate();
  const next = useSearchParams()[0].get("next");
  const loaded = useLoaderData<typeof loader>();
  const [ending] = useState(loaded);
  const form = useAppForm(schema, { email: "", password: "" });
  // Set when the password was correct and a code is required. Kept in this page's memory only.
  const [proven, setProven] = useState<Credentials | null>(null);
  const login = api.useMutation("post", "/api/auth/login");

  const send = (credentials: Credentials, code?: string) =>
    login.mutate(
      { body: code ? { ...credentials, code } : credentials },
      {
        onSuccess: (tokens) => {
          if (!storeTokens(tokens)) {
            return form.setError("root.server", { message: "Invalid token received" });
          }
          // A sign-up begun in this tab may be somebody else's.
          clearRegistration();
          navigate(localPath(next, "/explore"), { replace: true });
        },
        onError: (error) => {
          const code = error instanceof ApiError ? error.code : "";
          if (code === "auth.second_factor_required") setProven(credentials);
          else showServerErrors(form, loginError(error));
        },
      },
    );

  if (proven) {
    const isFirst = codeOf(login.error) === "auth.second_factor_required";
    return (
      <AuthLayout title="One more step" intro="Your account asks for a code as well.">
        <SecondFactorForm
          busy={login.isPending}
          error={isFirst ? null : stepError(login.error)}
          onSubmit={(code) => send(proven, code)}
          onBack={() => {
            setProven(null);
            login.reset();
            form.reset({ email: proven.email, password: "" });
          }}
        />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Welcome back!"
      page="Sign in"
      intro={
        next
          ? "Sign in to continue where you left off."
          : "Sign in to see what's happening on your street."
      }
      footer={
        <>
          New here?{" "}
          <Link to="/signup" className="text-link">
            Create an account
          </Link>
          . Can't sign in, or is your account suspended?{" "}
          <Link to="/contact" className="text-link">
            Write to us
          </Link>
          .
        </>
      }
    >
      <FormMessage>{ending && login.isIdle ? ending : undefined}</FormMessage>
      <PasswordForm
        form={form}
        busy={login.isPending}
        failure={login.error}
        onSubmit={form.handleSubmit((credentials) => send(credentials))}
      />
      <SocialOption next={next} />
    </AuthLayout>
  );
}

function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : "";
}

/** Returns the error to show; in the second step a wrong code keeps the server's message. */
function stepError(error: unknown): unknown {
  return !error || codeOf(error) === "auth.wrong_code" ? error : loginError(error);
}

const WRONG_CREDENTIALS = [400, 401, 404, 422];
/** Suspended or not yet approved, too many attempts, overload: shown in the server's words. */
const EXPLAINED_BY_SERVER = [403, 429, 503];

function loginError(error: unknown): ApiError {
  const { status = 0, code = "", message = "" } = error instanceof ApiError ? error : {};
  if (WRONG_CREDENTIALS.includes(status)) {
    return new ApiError(code, "Invalid credentials. Please try again.", status);
  }
  if (EXPLAINED_BY_SERVER.includes(status)) return new ApiError(code, message, status);
  return new ApiError(code, "Something went wrong. Please try again later.", status);
}
