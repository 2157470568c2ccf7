import { Link } from "react-router";
import type { Schemas } from "@/lib/api";

const NOTES: Record<Schemas["ConnectedAccountView"]["state"], string> = {
  ready: "Stripe can pay you: what you withdraw is in your account there at once.",
  under_way: "Stripe checks your details. Until it can pay you, an admin pays into a bank account.",
  not_started: "Your account at Stripe is not complete yet. Until then, an admin pays you.",
  restricted: "Stripe needs something from you. Until then, an admin pays into a bank account.",
  closed: "Stripe has closed your account there. An admin pays into a bank account.",
};

/** How Stripe can pay the member, with a link to what is missing. */
export function StripeNote({ state }: Pick<Schemas["ConnectedAccountView"], "state">) {
  return (
    <p className="rounded-m bg-sunk p-4">
      {NOTES[state]}{" "}
      <Link to="/create-stripe-account" className="font-semibold underline">
        Your account at Stripe
      </Link>
    </p>
  );
}
