import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { formatMoney } from "@/lib/format";
import { useStripeAccount } from "../api/use-stripe-account";
import { CashOnly } from "../components/cash-only";
import { MethodRow } from "../components/method-row";
import { StripeNote } from "../components/stripe-note";
import { WithdrawForm } from "../components/withdraw-form";
import { Withdrawals } from "../components/withdrawals";

/** As many bank accounts as a member may keep. */
const MOST = 5;

/** The member's bank accounts and withdrawals. */
export function Component() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Get Paid" back="/settings/payment">
        What you earn can go to your bank account.
      </PageHeader>
      <CashOnly>
        <div className="grid gap-8">
          <Methods />
          <section aria-labelledby="history">
            <h2 id="history" className="mb-3 text-title">
              Your withdrawals
            </h2>
            <Withdrawals />
          </section>
        </div>
      </CashOnly>
    </div>
  );
}

function Methods() {
  const stripe = useStripeAccount();
  const methods = api.useQuery("get", "/api/settings/payment/withdrawalmethods");
  return (
    <Loaded
      query={methods}
      error="Your bank accounts could not be loaded. They are safe."
      skeleton={
        <SkeletonList>
          <SkeletonRow />
        </SkeletonList>
      }
    >
      {(known) => (
        <div className="grid gap-8">
          {stripe && <StripeNote state={stripe.state} />}
          <MethodList methods={known} />
          {(known.length > 0 || stripe?.state === "ready") && (
            <Withdraw methods={known} toStripe={stripe?.state === "ready"} />
          )}
        </div>
      )}
    </Loaded>
  );
}

interface WithdrawProps {
  methods: Schemas["WithdrawalMethod"][];
  /** Whether Stripe can pay the member. */
  toStripe: boolean;
}

function Withdraw({ methods, toStripe }: WithdrawProps) {
  const wallet = api.useQuery("get", "/api/wallet/balance");
  return (
    <section aria-labelledby="withdraw">
      <h2 id="withdraw" className="mb-3 text-title">
        Withdraw
      </h2>
      <Card className="grid gap-4">
        {wallet.data && (
          <p>
            You can withdraw{" "}
            <strong className="num">{formatMoney(wallet.data.withdrawable)}</strong>: what you have
            earned or got back.
          </p>
        )}
        <p className="text-small text-ink-2">
          {toStripe
            ? "Stripe pays you at once. Into a bank account, an admin pays by bank transfer."
            : "An admin pays it by bank transfer."}
        </p>
        <WithdrawForm methods={methods} toStripe={toStripe} />
      </Card>
    </section>
  );
}

function MethodList({ methods }: { methods: Schemas["WithdrawalMethod"][] }) {
  if (methods.length === 0) {
    return (
      <EmptyState
        art="wallet"
        title="No bank account yet"
        action={
          <ButtonLink to="/add-withdrawal" variant="spark">
            Add a bank account
          </ButtonLink>
        }
      >
        We keep its numbers encrypted, and show you only their last digits.
      </EmptyState>
    );
  }
  return (
    <Card className="grid gap-4">
      <ul className="divide-y divide-line">
        {methods.map((method) => (
          <li key={method.id}>
            <MethodRow method={method} />
          </li>
        ))}
      </ul>
      {methods.length < MOST ? (
        <div>
          <ButtonLink to="/add-withdrawal" variant="spark">
            Add a bank account
          </ButtonLink>
        </div>
      ) : (
        <p className="text-small text-ink-2">
          You have five bank accounts here, which is the most. Delete one to add another.
        </p>
      )}
    </Card>
  );
}
