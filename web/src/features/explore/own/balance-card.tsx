import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { Sparks } from "@/components/price";
import { Skeleton } from "@/components/skeleton";
import { WhatAreSparks } from "@/components/what-are-sparks";
import { useBalance } from "@/lib/balance";
import { formatMoney } from "@/lib/format";

/** The person's balance in pounds and sparks, and ways to add to it. */
export function BalanceCard() {
  const { query, hasPrices, hasCash, canFund } = useBalance();
  if (!hasPrices) return null;
  return (
    <Card>
      <h2 className="text-title">
        <Link to="/wallet" className="flex min-h-11 items-center justify-between hover:underline">
          Your wallet
          <ChevronRight aria-hidden="true" className="size-5 text-ink-3" />
        </Link>
      </h2>
      <Loaded
        query={query}
        error="Your balance could not be loaded. Your money is safe."
        skeleton={<Skeleton className="mt-2 mb-4 h-16 w-40" />}
      >
        {(balance) => (
          <div className="mt-2 mb-4 grid gap-1">
            {hasCash && (
              <span className="num font-display text-display font-bold">
                {formatMoney(balance.balance)}
              </span>
            )}
            <span className="flex items-center gap-1">
              <Sparks amount={balance.spark_tokens} spelled className="text-lead" />
              <WhatAreSparks className="-my-2" />
            </span>
          </div>
        )}
      </Loaded>
      {canFund && (
        <>
          <ButtonLink to="/fund?return=/user" variant="spark" block>
            Fund Account
          </ButtonLink>
          <p className="mt-1.5 text-center text-small text-ink-2">
            Top up your wallet with pounds.
          </p>
        </>
      )}
    </Card>
  );
}
