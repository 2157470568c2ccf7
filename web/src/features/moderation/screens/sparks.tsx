import { HandHeart, Handshake, Scale } from "lucide-react";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { PersonLink } from "@/components/person-link";
import { Sparks } from "@/components/price";
import { api, type Schemas, usePages } from "@/lib/api";
import { formatAmount } from "@/lib/format";
import { useSession } from "@/lib/session";
import { ExchangeRecord } from "../components/exchange-record";
import { GiftCard } from "../components/gift-card";
import { Queue, useFilter } from "../components/queue";

const FILTERS = [
  { status: "gifts", label: "Gifts and grants" },
  { status: "exchanges", label: "Past exchanges" },
  { status: "credit", label: "Credit" },
] as const;

/** Balances of members are for admins. */
const STAFF_FILTERS = FILTERS.slice(0, 2);

type Filtering = ReturnType<typeof useFilter<(typeof FILTERS)[number]>>;

/**
 * Sparks that moved without a booking, which staff can reverse, and those that members owe; the
 * filter is kept in the URL.
 */
export function Component() {
  const isAdmin = useSession()?.claims.role === "admin";
  const filtering = useFilter(isAdmin ? FILTERS : STAFF_FILTERS);
  const List = LISTS[filtering.shown.status];
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

function Credit({ filtering }: { filtering: Filtering }) {
  return (
    <Queue
      title="Credit"
      page="Sparks"
      intro="Members who owe sparks, or have a limit of their own. The limit for everybody is among the site's settings; for one member, it is under Members."
      filtering={filtering}
      list={usePages("/api/admin/wallet/credit-limits")}
      placeholders={3}
      empty={
        <EmptyState icon={<Scale />} title="Nobody owes sparks">
          Members whose balance is below zero show up here.
        </EmptyState>
      }
    >
      {(item) => <CreditRow item={item} />}
    </Queue>
  );
}

function CreditRow({ item }: { item: Schemas["CreditLimit"] }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <PersonLink id={item.id}>{item.name || "A former member"}</PersonLink>
      <Sparks amount={item.balance} spelled />
      <p className="basis-full text-small text-ink-2">
        May owe {formatAmount("spark_token", item.limit)}
        {item.own ? ", a limit of their own" : ", as everybody here"}
      </p>
    </Card>
  );
}

const LISTS = { gifts: Gifts, exchanges: Exchanges, credit: Credit };
