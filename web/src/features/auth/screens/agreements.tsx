import { useEffect } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { FormMessage } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { putOffAgreement } from "@/lib/agreement";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatDayInSentence } from "@/lib/format";
import { localPath } from "@/lib/local-path";
import { getSession, hasSignedOut, refreshSession, useSession } from "@/lib/session";
import { signOut } from "@/lib/sign-out";

const PATH = "/api/auth/agreements";

/** Asks a member to agree to changed texts; `?next=` is the screen to go on to. */
export function Component() {
  const session = useSession();
  const next = localPath(useSearchParams()[0].get("next"), "/explore");
  if (!session) {
    const back = encodeURIComponent(next);
    return <Navigate to={hasSignedOut() ? "/login" : `/login?next=${back}`} replace />;
  }
  if (!session.claims.agreement_due) return <Navigate to={next} replace />;
  return <Question />;
}

function Question() {
  const query = api.useQuery("get", PATH);
  return (
    <div className="mx-auto grid w-full max-w-xl flex-1 content-start gap-5 px-5 py-8">
      <PageTitle>Please read what has changed</PageTitle>
      <h1 tabIndex={-1} className="text-display">
        Please read what has changed
      </h1>
      <Loaded
        query={query}
        error="What has changed could not be loaded."
        skeleton={
          <Loading label="Loading what has changed">
            <Skeleton className="h-64 rounded-m" />
          </Loading>
        }
      >
        {({ current, due }) =>
          current && due ? <Request edition={current} request={due} /> : <Agreed />
        }
      </Loaded>
    </div>
  );
}

interface RequestProps {
  edition: Schemas["AgreementEdition"];
  request: Schemas["AgreementRequest"];
}

function Request({ edition, request }: RequestProps) {
  const cache = useQueryCache();
  const agree = api.useMutation("post", "/api/auth/agreements/accept", {
    onSuccess: (data) => cache.setData(PATH, data),
    // The texts may have changed once more.
    onError: () => cache.invalidate(PATH),
  });
  return (
    <>
      <Card className="grid gap-4">
        <p className="whitespace-pre-line">{request.changes}</p>
        <ul className="grid gap-2">
          {edition.texts.map(({ name, title }) => (
            <li key={name}>
              <Link to={`/${name}`} target="_blank" className="text-link">
                {title}
              </Link>
            </li>
          ))}
        </ul>
        <p className="text-ink-2">{deadline(request.due_at)}</p>
        <FormMessage>{agree.error ? messageOf(agree.error) : undefined}</FormMessage>
        <Button
          variant="spark"
          block
          busy={agree.isPending}
          onClick={() => agree.mutate({ body: { edition: edition.edition } })}
        >
          I agree
        </Button>
        <Later due={request.due_at} />
      </Card>
      <WaysOut />
    </>
  );
}

function deadline(due: string): string {
  return isAhead(due)
    ? `You have until ${formatDayInSentence(due)}. After that you can settle what is open and take your data along, but no more until you agree.`
    : "Until you agree, you can settle what is open and take your data along, but no more.";
}

const isAhead = (due: string) => Date.parse(due) > Date.now();

/** Goes on without an answer, while there is time. */
function Later({ due }: { due: string }) {
  const navigate = useNavigate();
  const next = localPath(useSearchParams()[0].get("next"), "/explore");
  if (!isAhead(due)) return null;
  return (
    <Button
      variant="quiet"
      block
      onClick={() => {
        putOffAgreement(due);
        navigate(next, { replace: true });
      }}
    >
      Not now
    </Button>
  );
}

function WaysOut() {
  const navigate = useNavigate();
  return (
    <section aria-labelledby="ways-out" className="grid gap-3">
      <h2 id="ways-out" className="text-title">
        If you don't agree
      </h2>
      <p className="text-ink-2">
        You can{" "}
        <Link to="/settings/data" className="text-link">
          download your data
        </Link>{" "}
        and{" "}
        <Link to="/settings/leave" className="text-link">
          delete your account
        </Link>
        .
      </p>
      <div>
        <Button
          variant="quiet"
          onClick={async () => {
            await signOut();
            navigate("/login", { replace: true });
          }}
        >
          Sign out
        </Button>
      </div>
    </section>
  );
}

/** Replaces the access token, which still says that the member has to agree. */
function Agreed() {
  useEffect(() => {
    const session = getSession();
    if (session) refreshSession(session.accessToken);
  }, []);
  return (
    <Card>
      <p role="status">Thank you. It is recorded.</p>
    </Card>
  );
}
