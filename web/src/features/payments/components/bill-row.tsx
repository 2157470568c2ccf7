import { CreditCard } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/badge";
import { FormMessage } from "@/components/form";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas } from "@/lib/api";
import { brandName, hasExpired } from "@/lib/card-brand";
import { useReloadCards } from "../api/use-reload-cards";

const link = "min-h-11 font-semibold hover:underline disabled:opacity-60";

/** A card, with its last digits and what can be done with it. */
export function BillRow({ card }: { card: Schemas["BillingMethod"] }) {
  const [asking, setAsking] = useState(false);
  const reload = useReloadCards();
  const name = `${brandName(card.brand)} ${card.card_number}`;
  const params = { path: { id: card.id } };
  const choose = api.useMutation("put", "/api/settings/payment/billingmethod/{id}/default", {
    onSuccess: () => toast.success(`${name} is your default card`),
    // It may be deleted meanwhile: reload the current state.
    onSettled: () => reload(),
  });
  const remove = api.useMutation("delete", "/api/settings/payment/billingmethod/{id}", {
    onSuccess: () => {
      setAsking(false);
      toast.success(`${name} deleted`);
      reload();
    },
  });
  return (
    <article className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <CreditCard aria-hidden="true" className="hidden size-6 shrink-0 text-ink-3 sm:block" />
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="num font-text text-body font-bold tracking-normal wrap-anywhere">
            {name}
          </h2>
          <p className="num text-small text-ink-2">
            {hasExpired(card.expiry_date) ? "Expired" : "Valid until"} {card.expiry_date}
          </p>
        </div>
        {card.is_default ? (
          <Badge tone="leaf">Default</Badge>
        ) : (
          <button
            type="button"
            className={link}
            disabled={choose.isPending}
            onClick={() => choose.mutate({ params })}
          >
            Make default<span className="sr-only">: {name}</span>
          </button>
        )}
        <button type="button" className={`${link} text-danger`} onClick={() => setAsking(true)}>
          Delete<span className="sr-only"> {name}</span>
        </button>
      </div>
      <FormMessage>{choose.error ? messageOf(choose.error) : undefined}</FormMessage>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${name}?`}
        description="You can add it again at any time."
        confirmLabel="Delete card"
        variant="danger"
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error, "Something went wrong") : undefined}
        onConfirm={() => remove.mutate({ params })}
      />
    </article>
  );
}
