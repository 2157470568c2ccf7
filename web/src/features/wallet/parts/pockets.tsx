import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { Sparks } from "@/components/price";
import { Loading, Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { formatMoney } from "@/lib/format";
import { useSite } from "@/lib/site";

/** What the person has in pounds and in sparks, and the way to more. */
export function Pockets() {
  const site = useSite().data;
  const balance = api.useQuery("get", "/api/wallet/balance");
  const withCash = site?.mode !== "tokens";
  return (
    <Card className="grid gap-4">
      <Loaded
        query={balance}
        error="Your balance could not be loaded. Your money is safe."
        skeleton={
          <Loading>
            <Skeleton className="h-16 w-full" />
          </Loading>
        }
      >
        {(pockets) => (
          <dl className="grid grid-cols-2 gap-3">
            {withCash && (
              <div className="rounded-m bg-leaf-soft p-4">
                <dt className="text-small font-semibold text-leaf">Cash</dt>
                <dd className="num font-display text-heading font-bold sm:text-display">
                  {formatMoney(pockets.balance)}
                </dd>
              </div>
            )}
            <div className="rounded-m bg-spark-soft p-4">
              <dt className="text-small font-semibold text-spark-deep">Sparks</dt>
              <dd className="font-display text-heading sm:text-display">
                <Sparks amount={pockets.spark_tokens} />
              </dd>
            </div>
          </dl>
        )}
      </Loaded>
      {site && withCash && site.payments !== "none" && (
        <ButtonLink to="/fund?return=/wallet" variant="spark" block>
          Fund Account
        </ButtonLink>
      )}
    </Card>
  );
}
