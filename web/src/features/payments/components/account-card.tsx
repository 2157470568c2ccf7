import { Badge } from "@/components/badge";
import type { Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";

const STATES = {
  not_started: {
    tone: "spark",
    text: "Not started",
    meaning: "Stripe still has to ask you a few questions.",
  },
  under_way: {
    tone: "plum",
    text: "Under way",
    meaning: "Stripe checks what you have entered. We tell you by email when you can be paid.",
  },
  ready: {
    tone: "leaf",
    text: "Ready",
    meaning: "What you withdraw goes to your account at Stripe, which pays your bank.",
  },
  restricted: {
    tone: "danger",
    text: "Paused",
    meaning:
      "Stripe can't pay you at the moment. Until it can, you can withdraw to a bank account, and an admin pays it.",
  },
  closed: {
    tone: "danger",
    text: "Closed",
    meaning:
      "Stripe has closed this account. You can withdraw to a bank account, and an admin pays it.",
  },
} as const;

/** The state of the member's account at Stripe, in words. */
export function AccountCard({ account }: { account: Schemas["ConnectedAccountView"] }) {
  const { tone, text, meaning } = STATES[account.state];
  return (
    <section aria-labelledby="account" className="grid gap-3 rounded-m bg-sunk p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="account" className="text-title">
          Account Details
        </h2>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <p>{meaning}</p>
      {account.missing.length > 0 && account.state !== "closed" && (
        <div>
          <p className="font-semibold">Stripe still needs:</p>
          <ul className="list-disc pl-5">
            {account.missing.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        </div>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small wrap-anywhere">
        <dt className="text-ink-2">Account ID</dt>
        <dd className="num">{account.stripe_account_id}</dd>
        <dt className="text-ink-2">Created</dt>
        <dd>{formatWhen(account.created_at)}</dd>
        <dt className="text-ink-2">Charges</dt>
        <dd>{account.charges_enabled ? "Enabled" : "Pending"}</dd>
        <dt className="text-ink-2">Payouts</dt>
        <dd>{account.payouts_enabled ? "Enabled" : "Pending"}</dd>
        <dt className="text-ink-2">Details</dt>
        <dd>{account.details_submitted ? "Submitted" : "Pending"}</dd>
      </dl>
    </section>
  );
}
