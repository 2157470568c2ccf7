import { useNavigate } from "react-router";
import { StripeForm } from "@/components/stripe-form";
import { ApiError } from "@/lib/api";
import type { LoadedForm } from "@/lib/stripe-form";
import { ANOTHER, useKeptCards } from "../api/use-kept-cards";
import { KeptCards } from "./kept-cards";

interface CardPaymentProps {
  /** Path of this page, whose Content-Security-Policy lets the card form load. */
  page: "/fund" | "/pay-by-card";
  publishableKey: string;
  clientSecret: string;
  /** Address of the page that asks the server what became of the payment. */
  outcome: string;
  onCancel: () => void;
}

/** A payment through Stripe, with a kept card or one that is typed into Stripe's form. */
export function CardPayment({ clientSecret, outcome, ...form }: CardPaymentProps) {
  const navigate = useNavigate();
  const kept = useKeptCards();
  const confirm = async ({ stripe, elements }: LoadedForm) => {
    // A bank sends the person back to this address.
    const confirmParams = { return_url: new URL(outcome, window.location.origin).href };
    if (elements) {
      return stripe.confirmPayment({ elements, confirmParams, redirect: "if_required" });
    }
    try {
      await kept.use(clientSecret);
    } catch (error) {
      if (error instanceof ApiError && error.code === "payments.payment_ended") return {};
      throw error;
    }
    return stripe.confirmPayment({ clientSecret, confirmParams, redirect: "if_required" });
  };
  return (
    <StripeForm
      {...form}
      clientSecret={clientSecret}
      typed={kept.isPending ? undefined : kept.chosen === ANOTHER}
      label="Pay"
      busyLabel="Paying…"
      failed="Your card was declined. Nothing was taken."
      nothing="Nothing was taken."
      note="Stripe takes your card. This community never sees its number."
      choice={(busy, onChoose) => <KeptCards kept={kept} disabled={busy} onChoose={onChoose} />}
      confirm={confirm}
      onEnded={() => navigate(outcome, { replace: true })}
    />
  );
}
