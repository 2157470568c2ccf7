import { Check } from "lucide-react";
import { Navigate, useSearchParams } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { messageOf, type Schemas } from "@/lib/api";
import { useSwitchedOff } from "@/lib/module-context";
import { useAccount, useOnboarding } from "../api/use-account";
import { AccountCard } from "../components/account-card";
import { SomethingWrong } from "../components/something-wrong";
import { WithCards } from "../components/with-cards";

const FAILED = "Something went wrong. Please try again.";
const BENEFITS = [
  "Receive payments directly to your bank account",
  "Secure payment processing",
  "Detailed transaction reporting",
];
const external = "font-semibold underline";

/** Set-up of the member's account at Stripe; `?returned=1` when Stripe's form was left. */
export function Component() {
  const returned = useSearchParams()[0].has("returned");
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Payment Processing Setup" back="/settings/payment">
        Be paid through Stripe, without waiting for an admin.
      </PageHeader>
      <WithCards
        real
        otherwise="This community does not pay through Stripe. Add a bank account under Get Paid, and an admin pays you."
      >
        {() => <SetUp returned={returned} />}
      </WithCards>
    </div>
  );
}

function SetUp({ returned }: { returned: boolean }) {
  const account = useAccount();
  const onboarding = useOnboarding();
  const known = account.data ?? undefined;
  if (account.isPending) {
    return (
      <Loading label="Setting up your payment account">
        <Skeleton className="h-64 rounded-m" />
      </Loading>
    );
  }
  if (account.error && known === undefined) {
    return (
      <SomethingWrong
        message={messageOf(account.error, FAILED)}
        busy={account.isFetching}
        onRetry={() => account.refetch()}
      />
    );
  }
  if (onboarding.error) {
    return (
      <SomethingWrong
        message={messageOf(onboarding.error, FAILED)}
        busy={onboarding.isPending}
        onRetry={() => onboarding.mutate(known?.stripe_account_id)}
      />
    );
  }
  if (returned && known) {
    return <Navigate to={known.details_submitted ? "/success-pay" : "/failure-pay"} replace />;
  }
  return (
    <Card className="grid gap-5">
      {known ? <AccountCard account={known} /> : <Benefits />}
      <Action
        account={known}
        busy={onboarding.isPending}
        onStart={() => onboarding.mutate(known?.stripe_account_id)}
      />
      <p className="text-small text-ink-2">
        Stripe asks who you are and where to pay you; this community never sees your documents. By
        going on you agree to Stripe's{" "}
        <a href="https://stripe.com/gb/legal/connect-account" className={external}>
          terms
        </a>{" "}
        and{" "}
        <a href="https://stripe.com/gb/privacy" className={external}>
          privacy policy
        </a>
        .
      </p>
    </Card>
  );
}

function Benefits() {
  return (
    <ul className="grid gap-2">
      {BENEFITS.map((benefit) => (
        <li key={benefit} className="flex items-start gap-3">
          <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
          {benefit}
        </li>
      ))}
    </ul>
  );
}

interface ActionProps {
  account: Schemas["ConnectedAccountView"] | undefined;
  busy: boolean;
  onStart: () => void;
}

function Action({ account, busy, onStart }: ActionProps) {
  const noPayouts = useSwitchedOff("/get-paid");
  switch (account?.state) {
    case "ready":
    case "closed":
      return noPayouts ? null : (
        <div>
          <ButtonLink to="/get-paid" variant="spark">
            Go to Get Paid
          </ButtonLink>
        </div>
      );
    case "under_way":
      return null;
    default:
      return (
        <div>
          <Button variant="spark" busy={busy} busyLabel="Opening Stripe…" onClick={onStart}>
            {account ? "Complete Stripe Onboarding" : "Set Up Payment Processing"}
          </Button>
        </div>
      );
  }
}
