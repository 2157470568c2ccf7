import { useParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { AppealForm } from "../appeal/appeal-form";
import { DecisionText, decisionTitle } from "../appeal/decision";

const LINK = "/api/appeals/{token}";

/**
 * Page of a link with which a suspended member or a declined applicant reads the reason and appeals,
 * without signing in.
 */
export function Component() {
  const { token = "" } = useParams();
  const init = { params: { path: { token } } };
  const query = api.useQuery("get", LINK, init);
  return (
    <div className="mx-auto grid w-full max-w-xl flex-1 content-center gap-4 px-5 py-12">
      <PageTitle>Appeal</PageTitle>
      <Loaded
        query={query}
        error="This link is incomplete or has expired. If you have an account, sign in to get a new one."
        skeleton={
          <Loading label="Looking up the decision">
            <Skeleton className="h-60 rounded-m" />
          </Loading>
        }
      >
        {(decision) => <Shown decision={decision} token={token} />}
      </Loaded>
    </div>
  );
}

function Shown({ decision, token }: { decision: Schemas["Decision"]; token: string }) {
  const init = { params: { path: { token } } };
  const cache = useQueryCache();
  const send = api.useMutation("post", LINK, {
    onSuccess: (sent) => cache.setData(LINK, () => sent, init.params),
  });
  return (
    <>
      <h1 tabIndex={-1} className="text-display wrap-anywhere">
        {decisionTitle(decision)}
      </h1>
      <div role="status">
        <DecisionText decision={decision} />
      </div>
      {decision.appeal_until && (
        <AppealForm
          until={decision.appeal_until}
          busy={send.isPending}
          send={(text) => send.mutateAsync({ ...init, body: { text } })}
        />
      )}
      {!decision.in_force && (
        <ButtonLink
          to={decision.kind === "application" ? "/signup" : "/login"}
          variant="spark"
          className="justify-self-start"
        >
          {decision.kind === "application" ? "Apply again" : "Sign in"}
        </ButtonLink>
      )}
    </>
  );
}
