import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { useSparks } from "@/lib/balance";
import { useSite } from "@/lib/site";
import { BalanceCard } from "../components/balance-card";
import { PotCard } from "../components/pot-card";
import { WelcomeGift } from "../components/welcome-gift";
import { History } from "../statement/history";

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
              <h2 className="mb-3 text-title">History</h2>
              <History />
            </Card>
            <WelcomeGift />
          </div>
        </div>
      )}
    </>
  );
}
