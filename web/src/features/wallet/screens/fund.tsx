import { Ban } from "lucide-react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { localPath } from "@/lib/local-path";
import { type Site, useSite } from "@/lib/site";
import { useFunding } from "../api/use-funding";
import { SandboxCard } from "../components/sandbox-card";
import { AmountStep } from "../fund/amount-step";
import { CardStep } from "../fund/card-step";
import { DoneStep } from "../fund/done-step";
import { IntoWallet } from "../fund/into-wallet";

/** Screen to top up the wallet (`?amount=` is the initial amount, `?return=` the way back). */
export function Component() {
  const site = useSite();
  const [params] = useSearchParams();
  const back = localPath(params.get("return"), "") || undefined;
  return (
    <div className="mx-auto max-w-md">
      <PageHeader title="Fund Account" back={back ?? "/wallet"}>
        {site.data && !unavailableReason(site.data) && "Top up your wallet with pounds."}
      </PageHeader>
      <Loaded
        query={site}
        skeleton={
          <Loading>
            <Skeleton className="h-72 rounded-m" />
          </Loading>
        }
      >
        {(known) => {
          const reason = unavailableReason(known);
          return reason ? (
            <EmptyState
              icon={<Ban />}
              title={reason.title}
              action={<ButtonLink to={back ?? "/wallet"}>Go back</ButtonLink>}
            >
              {reason.text}
            </EmptyState>
          ) : (
            <Funding site={known} returnTo={back} amountParam={params.get("amount") ?? ""} />
          );
        }}
      </Loaded>
    </div>
  );
}

/** Returns why topping up is unavailable. */
function unavailableReason({ mode, payments }: Site): { title: string; text: string } | undefined {
  if (mode !== "cash+tokens") {
    return {
      title: "There are no pounds to top up",
      text:
        mode === "tokens"
          ? "This community pays in sparks. You earn them by helping a neighbour."
          : "Nothing has a price in this community, so there is nothing to pay.",
    };
  }
  if (payments !== "none") return undefined;
  return {
    title: "Cards are not set up here",
    text: "Ask the people who run this community: they can take cash and top up your wallet with it.",
  };
}

interface FundingProps {
  site: Site;
  returnTo: string | undefined;
  amountParam: string;
}

function Funding({ site, returnTo, amountParam }: FundingProps) {
  const funding = useFunding();
  const { started, done } = funding;
  return (
    <Card>
      {done ? (
        <DoneStep {...done} returnTo={returnTo} onAgain={funding.reset} />
      ) : started?.publishableKey ? (
        <CardStep
          started={{ ...started, publishableKey: started.publishableKey }}
          returnTo={returnTo}
          onCancel={funding.reset}
        />
      ) : started ? (
        <div className="grid gap-5">
          <IntoWallet amount={started.amount} />
          <SandboxCard
            clientSecret={started.clientSecret}
            failed="Failed to confirm funding"
            onPaid={() => funding.confirm.mutateAsync(started)}
            onCancel={funding.reset}
          />
        </div>
      ) : (
        <AmountStep site={site} start={funding.start} amountParam={amountParam} />
      )}
    </Card>
  );
}
