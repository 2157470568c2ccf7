import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { PageHeader } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { useSparks } from "@/lib/balance";
import { useSite } from "@/lib/site";
import { BalanceCard } from "../components/balance-card";
import { EntryRow } from "../components/entry-row";
import { PotCard } from "../components/pot-card";
import { WelcomeGift } from "../components/welcome-gift";

/** The person's balance, and every ledger entry. */
export function Component() {
  const mode = useSite().data?.mode;
  const canGive = useSparks();
  return (
    <>
      <PageHeader title="Your wallet" back="/user" />
      {mode === "gift" ? (
        <EmptyState
          art="wallet"
          title="Nothing has a price here"
          action={<ButtonLink to="/explore">Find someone nearby</ButtonLink>}
        >
          In this community neighbours help each other for free.
        </EmptyState>
      ) : (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:items-start">
          <div className="grid gap-6">
            <BalanceCard />
            {canGive && <PotCard />}
          </div>
          {/* The history of newcomers is short: the notice below it causes no layout shift. */}
          <div className="grid gap-6">
            <Card>
              <h2 className="mb-1 text-title">History</h2>
              <History />
            </Card>
            <WelcomeGift />
          </div>
        </div>
      )}
    </>
  );
}

function History() {
  const entries = usePages("/api/wallet/transactions");
  return (
    <PagedList
      list={entries}
      error="Your history could not be loaded. Your money is safe."
      placeholders={4}
      empty={
        <EmptyState
          art="wallet"
          title="Nothing here yet"
          action={<ButtonLink to="/explore">Find someone nearby</ButtonLink>}
        >
          What you add, pay and earn is listed here, each with its reason.
        </EmptyState>
      }
      keyOf={({ id }) => id}
      more={{ className: "mt-3" }}
    >
      {(entry) => <EntryRow entry={entry} />}
    </PagedList>
  );
}
