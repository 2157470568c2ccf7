import { useState } from "react";
import { Button } from "@/components/button";
import { FormMessage, Input, RadioCard } from "@/components/form";
import { Dialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, useQueryCache } from "@/lib/api";
import { formatMoney, formatSparks } from "@/lib/format";
import type { Dispute } from "./dispute-card";

type Outcome = NonNullable<Dispute["outcome"]>;

interface DecisionDialogProps {
  dispute: Dispute;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Decides where the frozen money goes, with the consequence of each choice beside it. */
export function DecisionDialog({ dispute, open, onOpenChange }: DecisionDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Decide booking #${dispute.bookingId}`}
      description="Both are told at once. It can't be undone."
    >
      <DecisionForm dispute={dispute} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function DecisionForm({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [share, setShare] = useState("50");
  const percent = Number(share);
  const shareIsFine = /^\d{1,3}$/.test(share) && percent <= 100;
  const save = useDecide(dispute, onClose);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!outcome || (outcome === "split" && !shareIsFine)) return;
        save.mutate({
          params: { path: { bookingId: dispute.bookingId } },
          body: { outcome, provider_share: outcome === "split" ? percent : undefined },
        });
      }}
    >
      <fieldset className="grid gap-2.5">
        <legend className="sr-only">Outcome</legend>
        {choices(dispute).map(({ value, title, text }) => (
          <RadioCard
            key={value}
            name="outcome"
            value={value}
            checked={outcome === value}
            onChoose={() => setOutcome(value)}
            title={title}
            text={text}
          />
        ))}
      </fieldset>
      {outcome === "split" && (
        <Input
          label={`Percent for ${dispute.provider.firstname}`}
          inputMode="numeric"
          value={share}
          error={shareIsFine ? undefined : "Enter a whole number from 0 to 100"}
          onChange={(event) => setShare(event.target.value.trim())}
        />
      )}
      <FormMessage>{save.error ? messageOf(save.error) : undefined}</FormMessage>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!outcome} busy={save.isPending}>
          Decide
        </Button>
      </div>
    </form>
  );
}

function useDecide({ bookingId }: Dispute, onDone: () => void) {
  const cache = useQueryCache();
  return api.useMutation("put", "/api/admin/disputes/{bookingId}", {
    onSuccess: () => {
      cache.invalidate("/api/admin/disputes", "/api/admin/overview", "/api/admin/audit");
      toast.success(`Booking #${bookingId} is decided`);
      onDone();
    },
  });
}

function choices({ client, provider, payment_method: method, price }: Dispute) {
  const all = method === "spark_token" ? `${formatSparks(price)} sparks` : formatMoney(price);
  const choice = (value: Outcome, title: string, text: string) => ({ value, title, text });
  return [
    choice("release", `Pay ${provider.firstname}`, `${provider.firstname} gets all ${all}.`),
    choice("refund", `Refund ${client.firstname}`, `${client.firstname} gets all ${all} back.`),
    choice("split", "Split it", "Each gets a part; you say how much."),
  ];
}
