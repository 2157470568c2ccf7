import { HandHeart } from "lucide-react";
import { EmptyState } from "@/components/states";
import { api, usePages } from "@/lib/api";
import { formatAmount } from "@/lib/format";
import { GiftCard } from "../components/gift-card";
import { Queue } from "../components/queue";

/** All gifts of sparks and grants from the community's pot, which staff can reverse. */
export function Component() {
  const pot = api.useQuery("get", "/api/pot").data?.balance;
  const inPot = pot === undefined ? "" : ` It has ${formatAmount("spark_token", pot)} now.`;
  return (
    <Queue
      title="Gifts and grants"
      page="Sparks"
      intro={`Sparks that neighbours gave each other, and what went into and out of the community's pot.${inPot} To grant some, an admin chooses a member.`}
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
