import { Link } from "react-router";
import { Sparks } from "@/components/price";
import { Skeleton } from "@/components/skeleton";
import { useBalance } from "@/lib/balance";
import { formatMoney } from "@/lib/format";

/** The person's balance, in the side navigation. A failed load leaves the last figures, or none. */
export function BalanceCard() {
  const { query, hasPrices, hasCash } = useBalance();
  if (hasPrices === false) return null;
  return (
    <Link to="/wallet" className="block rounded-m bg-sunk p-3.5 transition-colors hover:bg-line">
      <span className="block text-small text-ink-2">Your wallet</span>
      {query.data ? (
        <>
          {hasCash && (
            <span className="num block font-display text-heading font-bold">
              {formatMoney(query.data.balance)}
            </span>
          )}
          <Sparks amount={query.data.spark_tokens} spelled />
        </>
      ) : (
        <span className="grid gap-2 py-1">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-4 w-20" />
        </span>
      )}
    </Link>
  );
}
