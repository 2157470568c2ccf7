import type { ReactNode } from "react";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { useSwitchedOff } from "@/lib/module-context";
import { useSite } from "@/lib/site";

const OVERVIEW = "/settings/payment";

/** How cards are taken: simulated in a demo, or by Stripe. */
export type CardTaker = "sandbox" | "stripe";

interface WithCardsProps {
  /** Whether a simulated card is not enough. */
  real?: boolean;
  /** Shown where cards are not taken. */
  otherwise: string;
  children: (taker: CardTaker) => ReactNode;
}

/** Shows its children only where the community uses pounds and takes cards. */
export function WithCards({ real = false, otherwise, children }: WithCardsProps) {
  const site = useSite();
  const noOverview = useSwitchedOff(OVERVIEW);
  if (site.isPending) return null;
  const { mode, payments } = site.data ?? {};
  const taken = payments === "stripe" || (payments === "sandbox" && !real);
  if (mode === "cash+tokens" && taken) return children(payments);
  return (
    <EmptyState
      art="wallet"
      title={mode === "cash+tokens" ? "Stripe is not used here" : "No pounds are used here"}
      action={!noOverview && <ButtonLink to={OVERVIEW}>Back to Payment</ButtonLink>}
    >
      {otherwise}
    </EmptyState>
  );
}
