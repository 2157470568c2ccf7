import { Banknote } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { usePages } from "@/lib/api";
import { CashCard } from "../components/cash-card";
import { Queue, useFilter } from "../components/queue";

const FILTERS = [
  { status: "pending", label: "Waiting", empty: "Nothing is waiting" },
  { status: "approved", label: "Approved", empty: "Nothing approved yet" },
  { status: "refused", label: "Refused", empty: "Nothing refused" },
  { status: "lapsed", label: "Lapsed", empty: "Nothing lapsed" },
] as const;

/** Cash that needs a second admin; the filter is kept in the URL. */
export function Component() {
  const filtering = useFilter(FILTERS);
  const { status, empty } = filtering.shown;
  return (
    <Queue
      title="Cash for a second admin"
      page="Cash"
      intro="When an admin records a large amount of cash in a day, for one member or in total, another admin has to approve it within seven days. To record cash, choose a member."
      filtering={filtering}
      list={usePages("/api/admin/wallet/cash-in", { query: { status } })}
      placeholders={2}
      empty={
        <EmptyState icon={<Banknote />} title={empty}>
          Cash that one admin alone may not record shows up here.
        </EmptyState>
      }
    >
      {(item) => <CashCard item={item} />}
    </Queue>
  );
}
