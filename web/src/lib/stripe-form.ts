import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useEffect, useRef, useState } from "react";

export interface StripeFormOptions {
  /** Path of the page, whose Content-Security-Policy lets the form load. */
  page: string;
  publishableKey: string;
  clientSecret: string;
  /** Whether a card is typed; a kept one needs no fields. Undefined until that is known. */
  typed: boolean | undefined;
}

/** Stripe's script, and the fields into which a card is typed. */
export interface LoadedForm {
  stripe: Stripe;
  elements?: StripeElements;
}

/**
 * Loads Stripe's script, and shows its card fields in the element with the returned ref. Card
 * numbers stay within Stripe's frame.
 */
export function useStripeForm({ page, publishableKey, clientSecret, typed }: StripeFormOptions) {
  const frame = useRef<HTMLDivElement>(null);
  const form = useRef<LoadedForm>(undefined);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");

  useEffect(() => {
    if (!loadPage(page) || typed === undefined) return;
    let left = false;
    let remove = () => {};
    const fail = () => {
      if (!left) setState("failed");
    };
    const show = (stripe: Stripe | null) => {
      if (left) return;
      if (!stripe) return fail();
      form.current = { stripe };
      if (!typed) return setState("ready");
      if (!frame.current) return fail();
      const elements = stripe.elements({ clientSecret, appearance: appearance() });
      const element = elements.create("payment");
      remove = () => element.destroy();
      element.on("ready", () => setState("ready"));
      element.on("loaderror", fail);
      element.mount(frame.current);
      form.current = { stripe, elements };
    };
    setState("loading");
    loadStripe(publishableKey, { locale: "en-GB" }).then(show).catch(fail);
    return () => {
      left = true;
      remove();
    };
  }, [page, publishableKey, clientSecret, typed]);

  return { frame, form, state };
}

/**
 * Checks whether the browser has loaded this page at `path`, whose Content-Security-Policy lets the
 * card form load; otherwise loads it.
 */
export function loadPage(path: string): boolean {
  const [page] = performance.getEntriesByType("navigation");
  const loaded = page !== undefined && new URL(page.name).pathname.replace(/\/$/, "") === path;
  if (!loaded) window.location.reload();
  return loaded;
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
