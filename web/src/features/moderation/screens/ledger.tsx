import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { useSite } from "@/lib/site";
import { Chargebacks } from "../ledger/chargebacks";
import { LastChecks } from "../ledger/last-checks";
import { SellersFile } from "../ledger/sellers-file";
import { Supply } from "../ledger/supply";
import { PoundsCard, SparksCard } from "../ledger/totals";

/** Where all pounds and sparks are, and whether they add up. */
export function Component() {
  const query = api.useQuery("get", "/api/admin/wallet/ledger");
  const mode = useSite().data?.mode;
  const usesPounds = mode === "cash+tokens" || hasPounds(query.data);
  return (
    <div className="grid gap-5">
      <PageTitle>Ledger</PageTitle>
      <div className="grid gap-1.5">
        <h2 className="text-heading">Ledger</h2>
        <p className="text-ink-2">
          Every {usesPounds && "pound and every "}spark of this community, as of now. Nothing in
          here is ever changed or deleted.
        </p>
      </div>
      <Loaded query={query} error="The ledger could not be loaded." skeleton={<Placeholder />}>
        {(ledger) => (
          <>
            <div className="grid items-start gap-5 lg:grid-cols-2">
              {usesPounds && <PoundsCard pounds={ledger.pounds} />}
              <SparksCard sparks={ledger.sparks} />
            </div>
            <LastChecks ledger={ledger} />
            {ledger.pounds.some(({ kind }) => kind === "external:stripe") && <Chargebacks />}
            <Supply months={ledger.supply} />
            {ledger.pounds.length > 0 && (
              <Card>
                <SellersFile />
              </Card>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Checks whether there are pounds, which a community may hold from before it chose sparks alone. */
function hasPounds(ledger: Schemas["LedgerOverview"] | undefined): boolean {
  return ledger?.pounds.some(({ balance }) => balance !== 0) ?? false;
}

function Placeholder() {
  return (
    <Loading>
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-72 rounded-m" />
        <Skeleton className="h-72 rounded-m" />
      </div>
    </Loading>
  );
}
