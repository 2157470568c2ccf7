import { useMutation } from "@tanstack/react-query";
import { useStripeForm } from "@/lib/stripe-form";

const DECLINED = "Your card was declined. Nothing was taken.";

/** An error of a payment that must not be told again: the card form shows it beside the field. */
const SHOWN = "validation_error";
/** The payment has ended already, such as in another tab. */
const ENDED = "payment_intent_unexpected_state";

export interface CardFormOptions {
  /** Path of this page, whose Content-Security-Policy lets the card form load. */
  page: "/fund" | "/pay-by-card";
  publishableKey: string;
  clientSecret: string;
  /** Address to which a bank sends the person back. */
  returnUrl: string;
  /** Called when the payment has ended; the server knows how. */
  onEnded: () => void;
}

/**
 * Shows Stripe's card form in the element with the returned ref, and pays with it. Card numbers stay
 * within Stripe's frame.
 */
export function useCardForm(options: CardFormOptions) {
  const { page, publishableKey, clientSecret, returnUrl, onEnded } = options;
  const { frame, form, state } = useStripeForm({ page, publishableKey, clientSecret });

  const pay = useMutation({
    mutationFn: async () => {
      if (!form.current) throw new Error(DECLINED);
      const { error } = await form.current.stripe.confirmPayment({
        elements: form.current.elements,
        confirmParams: { return_url: returnUrl },
        redirect: "if_required",
      });
      if (error && error.code !== ENDED) {
        throw new Error(error.type === SHOWN ? "" : (error.message ?? DECLINED));
      }
    },
    onSuccess: onEnded,
  });
  return { frame, state, pay };
}
