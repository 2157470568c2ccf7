import { useEffect, useRef } from "react";
import { redirect, useLoaderData, useNavigate } from "react-router";
import { ButtonLink } from "@/components/button";
import { FormMessage } from "@/components/form";
import { Spinner } from "@/components/spinner";
import { ApiError, api, messageOf, type Schemas } from "@/lib/api";
import { localPath } from "@/lib/local-path";
import { type SignInCodes, stashSignInCodes, storeTokens, takeSignInCodes } from "@/lib/session";
import { useSite } from "@/lib/site";
import { AppealLink } from "../components/appeal-link";
import { AuthLayout } from "../components/auth-layout";
import { SecondFactorForm } from "../components/second-factor-form";
import { clearRegistration, saveRegistration } from "../registration";
import { socialFailure, socialStart } from "../social";

const NEXT_DELAY_MS = 500;

type CallbackData = { codes: SignInCodes } | { error: string };

/** Reads the result of a social sign-in: two codes to exchange for tokens, or an error. */
export function loader({ request }: { request: Request }): CallbackData {
  stashSignInCodes(request);
  const error = new URL(request.url).searchParams.get("error");
  if (error) return { error };
  const codes = takeSignInCodes();
  if (!codes) throw redirect("/login");
  return { codes };
}

// The codes can be taken only once.
export const shouldRevalidate = () => false;

export function Component() {
  const arrival = useLoaderData<typeof loader>();
  const label = useSite().data?.social ?? "that account";
  return "error" in arrival ? (
    <Failure next={null}>{socialFailure(arrival.error, label)}</Failure>
  ) : (
    <Exchange codes={arrival.codes} />
  );
}

function Exchange({ codes }: { codes: SignInCodes }) {
  const { accessToken, refreshToken } = codes;
  const exchange = api.useMutation("post", "/api/auth/exchange");
  const { mutate } = exchange;
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    mutate({ body: { accessToken, refreshToken } });
  }, [mutate, accessToken, refreshToken]);
  useContinueSignIn(exchange.data, codes.next);
  const navigate = useNavigate();

  const code = exchange.error instanceof ApiError ? exchange.error.code : "";
  const again = exchange.variables?.body.code !== undefined;
  if (code === "auth.second_factor_required" || (again && !isOver(code) && !exchange.data)) {
    return (
      <AuthLayout title="One more step" intro="Your account asks for a code as well.">
        <SecondFactorForm
          busy={exchange.isPending}
          error={again ? exchange.error : null}
          onSubmit={(factor) => mutate({ body: { accessToken, refreshToken, code: factor } })}
          onBack={() => navigate("/login", { replace: true })}
        />
      </AuthLayout>
    );
  }
  if (exchange.error) {
    // Suspended, not yet approved, too many attempts: shown in the server's words.
    const why = isOver(code) ? EXPIRED : messageOf(exchange.error);
    return (
      <Failure next={codes.next} error={exchange.error}>
        {why}
      </Failure>
    );
  }
  return (
    <AuthLayout title="Signing you in">
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Spinner />
        {exchange.data ? "You are signed in. One moment…" : "One moment…"}
      </p>
    </AuthLayout>
  );
}

const EXPIRED = "This sign-in took too long or was already used. Please start again.";

/** Checks whether a refusal is final, so that another code would not help. */
function isOver(code: string): boolean {
  return code === "auth.handover_invalid";
}

/** Stores the tokens and continues after a moment; a newcomer continues with sign-up. */
function useContinueSignIn(outcome: Schemas["SocialSignIn"] | undefined, next: string | null) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!outcome) return;
    const { accessToken, refreshToken, registration } = outcome;
    if (registration) {
      saveRegistration(registration);
      navigate("/personal-details", { replace: true });
      return;
    }
    if (!accessToken || !refreshToken || !storeTokens({ accessToken, refreshToken })) {
      navigate("/oauth-callback?error=failed", { replace: true });
      return;
    }
    // A sign-up begun in this tab may be somebody else's.
    clearRegistration();
    const timer = setTimeout(
      () => navigate(localPath(next, "/explore"), { replace: true }),
      NEXT_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [outcome, next, navigate]);
}

interface FailureProps {
  next: string | null;
  error?: unknown;
  children: string;
}

function Failure({ next, error, children }: FailureProps) {
  const label = useSite().data?.social;
  return (
    <AuthLayout title="You're not signed in">
      <FormMessage>{children}</FormMessage>
      <AppealLink error={error} />
      <div className="grid gap-3">
        {label && (
          <ButtonLink to={socialStart(next)} reloadDocument variant="spark" block>
            Try {label} again
          </ButtonLink>
        )}
        <ButtonLink to="/login" variant="quiet" block>
          Sign in with a password
        </ButtonLink>
        <ButtonLink to="/signup" variant="quiet" block>
          Create an account
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
