import { HandHeart, Handshake } from "lucide-react";
import { EmptyState } from "@/components/states";
import { api, usePages } from "@/lib/api";
import { formatAmount } from "@/lib/format";
import { ExchangeRecord } from "../components/exchange-record";
import { GiftCard } from "../components/gift-card";
import { Queue, useFilter } from "../components/queue";

const FILTERS = [
  { status: "gifts", label: "Gifts and grants" },
  { status: "exchanges", label: "Past exchanges" },
] as const;

type Filtering = ReturnType<typeof useFilter<(typeof FILTERS)[number]>>;

/** Sparks that moved without a booking, which staff can reverse; the address keeps the filter. */
export function Component() {
  const filtering = useFilter(FILTERS);
  const List = filtering.shown.status === "gifts" ? Gifts : Exchanges;
  return <List filtering={filtering} />;
}

function Gifts({ filtering }: { filtering: Filtering }) {
  const pot = api.useQuery("get", "/api/pot").data?.balance;
  const inPot = pot === undefined ? "" : ` It has ${formatAmount("spark_token", pot)} now.`;
  return (
    <Queue
      title="Gifts and grants"
      page="Sparks"
      intro={`Sparks that neighbours gave each other, and what went into and out of the community's pot.${inPot} To grant some, an admin chooses a member.`}
      filtering={filtering}
      list={usePages("/api/admin/spark-gifts")}
      placeholders={3}
      empty={
        <EmptyState icon={<HandHeart />} title="No gifts yet">
          Gifts between neighbours and grants from the pot show up here.
        </EmptyState>
      }
    >
      {(item) => <GiftCard item={item} />}
    </Queue>
  );
}

function Exchanges({ filtering }: { filtering: Filtering }) {
  return (
    <Queue
      title="Past exchanges"
      page="Sparks"
      intro="Help between neighbours that had no booking. Once it counts, the sparks have moved, and you can reverse that."
      filtering={filtering}
      list={usePages("/api/admin/exchanges")}
      placeholders={3}
      empty={
        <EmptyState icon={<Handshake />} title="No exchanges yet">
          What neighbours write down shows up here.
        </EmptyState>
      }
    >
      {(item) => <ExchangeRecord item={item} />}
    </Queue>
  );
}
