import { Landmark } from "lucide-react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FormMessage } from "@/components/form";
import { PagedList } from "@/components/paged-list";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, usePages } from "@/lib/api";
import { formatMoney, formatWhen } from "@/lib/format";
import { useReloadWithdrawals } from "../api/use-reload-withdrawals";

const badges = {
  requested: { tone: "spark", text: "Requested" },
  sending: { tone: "plum", text: "On its way" },
  paid: { tone: "leaf", text: "Paid" },
  refused: { tone: "danger", text: "Refused" },
  cancelled: { tone: "danger", text: "Cancelled" },
} as const;

/** The member's withdrawals, newest first. */
export function Withdrawals() {
  return (
    <PagedList
      list={usePages("/api/withdrawals")}
      placeholders={2}
      error="Your withdrawals could not be loaded. They are safe."
      empty={
        <EmptyState icon={<Landmark />} title="No withdrawals yet">
          What you withdraw shows up here.
        </EmptyState>
      }
      keyOf={({ id }) => id}
    >
      {(item) => <WithdrawalRow item={item} />}
    </PagedList>
  );
}

function WithdrawalRow({ item }: { item: Schemas["WithdrawalView"] }) {
  const reload = useReloadWithdrawals();
  const { tone, text } = badges[item.status];
  const cancel = api.useMutation("put", "/api/withdrawals/{id}/cancel", {
    onSuccess: () => toast.success(`${formatMoney(item.amount)} is back in your wallet`),
    // It may be paid meanwhile: reload the current state.
    onSettled: () => reload(),
  });
  return (
    <article className="grid gap-2 py-3">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 className="num text-body font-bold">{formatMoney(item.amount)}</h3>
          <p className="text-small text-ink-2 wrap-anywhere">
            {item.bank_name}, {item.account_number}, {formatWhen(item.created_at)}
          </p>
        </div>
        <Badge tone={tone}>{text}</Badge>
      </div>
      {item.returned !== undefined && (
        <p className="text-small">{formatMoney(item.returned)} of it is back in your wallet.</p>
      )}
      {item.note && <p className="text-small text-ink-2 wrap-anywhere">{item.note}</p>}
      <FormMessage>{cancel.error ? messageOf(cancel.error) : undefined}</FormMessage>
      {item.status === "requested" && (
        <div>
          <Button
            size="small"
            variant="quiet"
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ params: { path: { id: item.id } } })}
          >
            Cancel withdrawal
          </Button>
        </div>
      )}
    </article>
  );
}
