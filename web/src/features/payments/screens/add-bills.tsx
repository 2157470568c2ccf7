import { PageHeader } from "@/components/page-header";
import { SandboxCard } from "../components/sandbox-card";
import { StripeCard } from "../components/stripe-card";
import { WithCards } from "../components/with-cards";

/** Form to add a card: Stripe's own, or ours for simulated cards. */
export function Component() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Add a card" back="/bills" />
      <WithCards otherwise="This community takes no cards, so there is none to keep.">
        {(taker) => (taker === "stripe" ? <StripeCard /> : <SandboxCard />)}
      </WithCards>
    </div>
  );
}
