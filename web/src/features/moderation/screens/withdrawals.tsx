import { Landmark } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { usePages } from "@/lib/api";
import { Queue, useFilter } from "../components/queue";
import { WithdrawalCard } from "../components/withdrawal-card";

const FILTERS = [
  { status: "requested", label: "Waiting", empty: "Nothing is waiting" },
  { status: "sending", label: "On its way", empty: "Nothing is on its way" },
  { status: "paid", label: "Paid", empty: "Nothing paid yet" },
  { status: "refused", label: "Refused", empty: "Nothing refused" },
  { status: "cancelled", label: "Cancelled", empty: "Nothing cancelled" },
] as const;

/** Withdrawals of members; the filter is kept in the URL. */
export function Component() {
  const filtering = useFilter(FILTERS);
  const { status, empty } = filtering.shown;
  return (
    <Queue
      title="Withdrawals to pay"
      page="Withdrawals"
      intro="Pay these by bank transfer, then mark them as paid. Each time you show a bank account, the audit log records it."
      filtering={filtering}
      list={usePages("/api/admin/withdrawals", { query: { status } })}
      placeholders={2}
      empty={
        <EmptyState icon={<Landmark />} title={empty}>
          Withdrawals of members show up here.
        </EmptyState>
      }
    >
      {(item) => <WithdrawalCard item={item} />}
    </Queue>
  );
}
