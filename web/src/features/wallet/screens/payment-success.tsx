import { CircleAlert, Hourglass } from "lucide-react";
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { useBalance } from "@/lib/balance";
import { localPath } from "@/lib/local-path";
import { useSession } from "@/lib/session";
import { fundingDraft } from "../api/use-funding";
import { DoneStep } from "../fund/done-step";

const POLL_MS = 3_000;
/** A bank that has not answered in a minute may take days. */
const MAX_POLLS = 20;

/** What became of a card payment (`?top_up=` is its id; banks send people back here). */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get("top_up") ?? "";
  // Stripe adds it to the address.
  const failed = params.get("redirect_status") === "failed";
  const query = api.useQuery(
    "get",
    "/api/wallet/top-ups/{id}",
    { params: { path: { id } } },
    {
      enabled: id !== "",
      refetchInterval: ({ state }) =>
        state.data?.status === "pending" && !failed && state.dataUpdateCount < MAX_POLLS
          ? POLL_MS
          : false,
    },
  );
  return (
    <div className="mx-auto max-w-md">
      <PageHeader title="Your payment" back="/wallet" />
      <Card>
        {id === "" ? (
          <NotPaid title="There is no payment here">Your wallet lists what you have added.</NotPaid>
        ) : (
          <Loaded
            query={query}
            skeleton={
              <Loading>
                <Skeleton className="h-72 rounded-m" />
              </Loading>
            }
          >
            {(topUp) => <Outcome topUp={topUp} failed={failed} />}
          </Loaded>
        )}
      </Card>
    </div>
  );
}

function Outcome({ topUp, failed }: { topUp: Schemas["TopUp"]; failed: boolean }) {
  const [params] = useSearchParams();
  const owner = useSession()?.claims.id ?? "";
  const ended = topUp.status === "credited" || topUp.status === "cancelled";
  useEffect(() => {
    if (ended) fundingDraft(owner).remove();
  }, [ended, owner]);
  if (topUp.status === "credited") {
    return <Credited amount={topUp.amount} returnTo={localPath(params.get("return"), "")} />;
  }
  if (ended) {
    return (
      <NotPaid title="This payment was cancelled">
        It was not paid within a day. Nothing was taken.
      </NotPaid>
    );
  }
  if (failed) {
    return (
      <NotPaid title="Your payment did not go through">
        Your bank did not confirm it. Nothing was taken.
      </NotPaid>
    );
  }
  return (
    <div role="status">
      <EmptyState
        icon={<Hourglass />}
        title="Your bank has not answered yet"
        action={<ButtonLink to="/wallet">Go to your wallet</ButtonLink>}
      >
        You can leave this page. If the bank agrees, the money arrives in your wallet by itself; if
        not, nothing is taken.
      </EmptyState>
    </div>
  );
}

function Credited({ amount, returnTo }: { amount: number; returnTo: string }) {
  const navigate = useNavigate();
  const cache = useQueryCache();
  const { query } = useBalance();
  useEffect(() => {
    cache.invalidate("/api/wallet/balance", "/api/wallet/transactions");
  }, [cache]);
  return (
    <DoneStep
      amount={amount}
      balance={query.isFetching ? undefined : query.data}
      returnTo={returnTo || undefined}
      onAgain={() => navigate("/fund")}
    />
  );
}

function NotPaid({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState
      icon={<CircleAlert />}
      title={title}
      action={<ButtonLink to="/fund">Try again</ButtonLink>}
    >
      {children}
    </EmptyState>
  );
}
