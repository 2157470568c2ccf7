import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

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
  const frame = useRef<HTMLDivElement>(null);
  const form = useRef<{ stripe: Stripe; elements: StripeElements }>(undefined);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");

  useEffect(() => {
    if (!isLoadedAs(page)) {
      window.location.reload();
      return;
    }
    let left = false;
    let remove = () => {};
    const fail = () => {
      if (!left) setState("failed");
    };
    const show = (stripe: Stripe | null) => {
      if (left || !frame.current) return;
      if (!stripe) return fail();
      const elements = stripe.elements({ clientSecret, appearance: appearance() });
      const element = elements.create("payment");
      remove = () => element.destroy();
      element.on("ready", () => setState("ready"));
      element.on("loaderror", fail);
      element.mount(frame.current);
      form.current = { stripe, elements };
    };
    loadStripe(publishableKey, { locale: "en-GB" }).then(show).catch(fail);
    return () => {
      left = true;
      remove();
    };
  }, [page, publishableKey, clientSecret]);

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

/** Checks whether the browser has loaded this page at `path`, rather than navigated to it. */
function isLoadedAs(path: string): boolean {
  const [page] = performance.getEntriesByType("navigation");
  return page !== undefined && new URL(page.name).pathname.replace(/\/$/, "") === path;
}

/** Returns the colours of the form, which cannot use the page's styles. */
function appearance() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: dark ? ("night" as const) : ("stripe" as const),
    variables: { colorPrimary: colour("--color-leaf"), borderRadius: "12px" },
  };
}
