import { useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { PageTitle } from "@/components/page-header";
import { useSession } from "@/lib/session";
import { useSiteName } from "@/lib/site";

/** The end of signing up; `?approval=waiting` where an admin has the last word. */
export function Component() {
  const name = useSiteName();
  const signedIn = useSession() !== null;
  const waiting = useSearchParams()[0].get("approval") === "waiting";
  return (
    <div className="mx-auto grid max-w-xl flex-1 content-center justify-items-center gap-4 px-5 py-12 text-center">
      <PageTitle>Registration successful</PageTitle>
      <img src="/art/success.svg" alt="" width={320} height={240} />
      <h1 tabIndex={-1} className="text-display">
        Registration successful!
      </h1>
      {waiting ? (
        <p className="text-lead text-ink-2">
          One thing is left: somebody who looks after {name} has to let you in. We will write to you
          as soon as they have. Until then you can't log in.
        </p>
      ) : (
        <p className="text-lead text-ink-2">
          Welcome to {name}. {signedIn ? "You are logged in." : "Log in to meet your neighbours."}
        </p>
      )}
      {waiting ? (
        <ButtonLink to="/">Go to the front page</ButtonLink>
      ) : (
        <div className="flex flex-wrap justify-center gap-3">
          {signedIn && (
            <ButtonLink to="/explore" variant="spark">
              Go to Explore
            </ButtonLink>
          )}
          <ButtonLink to="/login" variant={signedIn ? "quiet" : "spark"}>
            Login
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
