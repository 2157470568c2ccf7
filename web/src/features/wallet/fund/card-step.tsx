import type { Started } from "../api/use-funding";
import { CardPayment } from "../components/card-payment";
import { IntoWallet } from "./into-wallet";

interface CardStepProps {
  started: Started & { publishableKey: string };
  returnTo: string | undefined;
  onCancel: () => void;
}

/** Stripe's card form for a top-up. */
export function CardStep({ started, returnTo, onCancel }: CardStepProps) {
  return (
    <div className="grid gap-5">
      <IntoWallet amount={started.amount} />
      <CardPayment
        page="/fund"
        publishableKey={started.publishableKey}
        clientSecret={started.clientSecret}
        outcome={outcomePath(started.id, returnTo)}
        onCancel={onCancel}
      />
    </div>
  );
}

function outcomePath(id: string, returnTo: string | undefined): string {
  const params = new URLSearchParams({ top_up: id });
  if (returnTo) params.set("return", returnTo);
  return `/payment-success?${params}`;
}
