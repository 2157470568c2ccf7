import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { Sparks } from "@/components/price";
import { Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { formatMoney } from "@/lib/format";
import { useSite } from "@/lib/site";

/** What the person has in pounds and sparks, and how to add to it. */
export function PocketsCard() {
  const site = useSite().data;
  const balance = api.useQuery("get", "/api/wallet/balance");
  if (!site || site.mode === "gift") return null;
  const withCash = site.mode !== "tokens";
  return (
    <Card>
      <h2 className="text-title">Your pockets</h2>
      <Loaded
        query={balance}
        error="Your balance could not be loaded. Your money is safe."
        skeleton={<Skeleton className="mt-2 mb-4 h-16 w-40" />}
      >
        {(pockets) => (
          <div className="mt-2 mb-4 grid gap-1">
            {withCash && (
              <span className="num font-display text-display font-bold">
                {formatMoney(pockets.balance)}
              </span>
            )}
            <Sparks amount={pockets.spark_tokens} spelled className="text-lead" />
          </div>
        )}
      </Loaded>
      {withCash && site.payments !== "none" && (
        <ButtonLink to="/fund?return=/user" variant="spark" block>
          Fund Account
        </ButtonLink>
      )}
    </Card>
  );
}
