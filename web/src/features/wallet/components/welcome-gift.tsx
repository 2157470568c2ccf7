import { Gift } from "lucide-react";
import { ButtonLink } from "@/components/button";
import { type Schemas, usePages } from "@/lib/api";
import { formatAmount } from "@/lib/format";
import { useSiteName } from "@/lib/site";

/** Movements after which sparks are no longer new: paying with them, and earning them. */
const USES: ReadonlySet<Schemas["Entry"]["reason"]> = new Set(["hold", "escrow", "release"]);

/** Tells newcomers that their sparks are a gift, and how to use them, until they do. */
export function WelcomeGift() {
  const name = useSiteName();
  const entries = usePages("/api/wallet/transactions");
  const sparks = entries.data?.filter(({ unit }) => unit === "spark") ?? [];
  const gift = sparks.find(({ reason }) => reason === "welcome");
  const used = sparks.some(({ reason }) => USES.has(reason));
  if (!gift || used || entries.hasNextPage) return null;
  return (
    <aside
      aria-labelledby="welcome-gift"
      className="grid gap-3 rounded-m bg-spark-soft print:hidden p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:p-5"
    >
      <Gift aria-hidden="true" className="size-8 text-spark-deep" />
      <div className="grid justify-items-start gap-2">
        <h2 id="welcome-gift" className="text-title">
          {formatAmount("spark_token", gift.amount)} to start with
        </h2>
        <p>
          A gift from {name}: ask a neighbour for a hand, and pay with them. Help somebody, and you
          earn more.
        </p>
        <ButtonLink to="/explore" size="small">
          Find someone nearby
        </ButtonLink>
      </div>
    </aside>
  );
}
