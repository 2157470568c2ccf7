import { HandHelping, Search } from "lucide-react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { PageTitle } from "@/components/page-header";
import { api } from "@/lib/api";
import { formatAmount } from "@/lib/format";
import { useSession } from "@/lib/session";
import { useModule, useSite, useSiteName } from "@/lib/site";

/** The last page of sign-up; `?approval=waiting` where an admin must approve. */
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
        <>
          <p className="text-lead text-ink-2">
            The people who run {name} still have to approve your account. We will email you when
            they have. Until then you can't sign in.
          </p>
          <ButtonLink to="/">Go to the front page</ButtonLink>
        </>
      ) : signedIn ? (
        <Welcome />
      ) : (
        <>
          <p className="text-lead text-ink-2">
            Welcome to {name}. Sign in to meet your neighbours.
          </p>
          <ButtonLink to="/login" variant="spark">
            Login
          </ButtonLink>
        </>
      )}
    </div>
  );
}

/** The newcomer's balance, and the choice between asking for help and offering it. */
function Welcome() {
  const name = useSiteName();
  const { mode } = useSite().data ?? {};
  const hasSkills = useModule("skills") === true;
  const hasSparks = useModule("wallet") === true && mode !== "gift";
  return (
    <>
      <p className="text-lead text-ink-2">Welcome to {name}.</p>
      {hasSparks && <FirstSparks />}
      {hasSkills && (
        <p className="text-lead font-semibold">Do you need a hand, or can you lend one?</p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/explore" variant="spark">
          <Search aria-hidden="true" className="size-5" />I need a hand
        </ButtonLink>
        {hasSkills && (
          <ButtonLink to="/settings/skill/add" variant="quiet">
            <HandHelping aria-hidden="true" className="size-5" />I can lend one
          </ButtonLink>
        )}
      </div>
    </>
  );
}

const LOOK_MS = 1_000;
const LOOKS = 5;

/** The newcomer's first sparks, which arrive a moment after the account. */
function FirstSparks() {
  const { data } = api.useQuery(
    "get",
    "/api/wallet/balance",
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.spark_tokens === 0 && state.dataUpdateCount < LOOKS ? LOOK_MS : false,
    },
  );
  const sparks = data?.spark_tokens ?? 0;
  return (
    <p role="status" className="num min-h-7 text-lead font-semibold text-leaf">
      {sparks > 0 && `You have ${formatAmount("spark_token", sparks)}.`}
    </p>
  );
}
