import { useEffect } from "react";
import { ButtonLink } from "@/components/button";
import { ErrorState } from "@/components/error-state";
import { Spinner } from "@/components/spinner";
import { messageOf } from "@/lib/api";
import { useSite } from "@/lib/site";
import { AuthLayout } from "../components/auth-layout";
import { socialStart } from "../social";

/** Redirects to the external sign-in, or says that this site has none. */
export function Component() {
  const site = useSite();
  const label = site.data?.social;
  useEffect(() => {
    if (label) window.location.replace(socialStart());
  }, [label]);

  if (site.error && !site.data) {
    return (
      <AuthLayout title="Sign in">
        <ErrorState
          message={messageOf(site.error)}
          busy={site.isFetching}
          onRetry={() => site.refetch()}
        />
      </AuthLayout>
    );
  }
  if (site.data && !label) {
    return (
      <AuthLayout
        title="This way of signing in is not available"
        intro="This community does not accept accounts of other services. Use your email and a password."
      >
        <div className="grid gap-3">
          <ButtonLink to="/login" variant="spark" block>
            Sign in
          </ButtonLink>
          <ButtonLink to="/signup" variant="quiet" block>
            Create an account
          </ButtonLink>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={label ? `Continue with ${label}` : "Sign in"}>
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Spinner />
        One moment…
      </p>
    </AuthLayout>
  );
}
