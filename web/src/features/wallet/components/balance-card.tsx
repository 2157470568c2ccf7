import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { Sparks } from "@/components/price";
import { Loading, Skeleton } from "@/components/skeleton";
import { WhatAreSparks } from "@/components/what-are-sparks";
import { api } from "@/lib/api";
import { useBalance } from "@/lib/balance";
import { formatAmount, formatMoney } from "@/lib/format";
import { useModule } from "@/lib/site";
import { IncomingPayments } from "./incoming-payments";
import { SetAside } from "./set-aside";

/** The person's balance in pounds and in sparks, money set aside, and ways to add to it. */
export function BalanceCard() {
  const { query, hasCash, canFund } = useBalance();
  const hasBookings = useModule("bookings") ?? false;
  const incoming = api.useQuery("get", "/api/bookings/incoming-payments", undefined, {
    enabled: hasBookings,
  });
  return (
    <Card className="grid gap-4">
      <Loaded
        // Shown together, so that what is below does not move.
        query={incoming.isLoading ? { ...query, data: undefined } : query}
        error="Your balance could not be loaded. Your money is safe."
        skeleton={
          <Loading>
            <Skeleton className="h-16 w-full" />
            <Skeleton className="mt-4 h-32 w-full" />
          </Loading>
        }
      >
        {(balance) => (
          <>
            <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
              {hasCash && (
                <div className="rounded-m bg-leaf-soft p-4">
                  <dt className="text-small font-semibold text-leaf">Pounds</dt>
                  <dd className="num font-display text-heading font-bold sm:text-display">
                    {formatMoney(balance.balance)}
                  </dd>
                </div>
              )}
              <div className="rounded-m bg-spark-soft p-4">
                <dt className="flex items-center justify-between text-small font-semibold text-spark-deep">
                  Sparks
                  <WhatAreSparks className="-my-3 -mr-3" />
                </dt>
                <dd className="font-display text-heading sm:text-display">
                  <Sparks amount={balance.spark_tokens} />
                </dd>
                {balance.credit_limit > 0 && (
                  <dd className="text-small text-spark-deep">
                    Your balance can fall to −{formatAmount("spark_token", balance.credit_limit)}
                  </dd>
                )}
              </div>
            </dl>
            <SetAside balance={balance} hasCash={hasCash} />
            <IncomingPayments payments={incoming.data ?? []} />
          </>
        )}
      </Loaded>
      {canFund && (
        <div className="print:hidden">
          <ButtonLink to="/fund?return=/wallet" variant="spark" block>
            Fund Account
          </ButtonLink>
          <p className="mt-1.5 text-center text-small text-ink-2">
            Top up your wallet with pounds.
          </p>
        </div>
      )}
    </Card>
  );
}
