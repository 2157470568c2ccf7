import { useEffect, useRef } from "react";
import { PageHeader } from "@/components/page-header";
import { Spinner } from "@/components/spinner";
import { messageOf } from "@/lib/api";
import { useOnboarding } from "../api/use-account";
import { SomethingWrong } from "../components/something-wrong";
import { WithCards } from "../components/with-cards";

/** Makes a new link to Stripe's form, as a link works once, and goes there. */
export function Component() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Payment Processing Setup" back="/create-stripe-account" />
      <WithCards real otherwise="This community does not pay through Stripe.">
        {() => <Retry />}
      </WithCards>
    </div>
  );
}

function Retry() {
  const { mutate, error, isPending } = useOnboarding();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // The account is created once: without an id, the existing one is returned.
    mutate(undefined);
  }, [mutate]);
  if (error) {
    return (
      <SomethingWrong
        message={messageOf(error, "Something went wrong. Please try again.")}
        busy={isPending}
        onRetry={() => mutate(undefined)}
      />
    );
  }
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-16 text-ink-2">
      <Spinner />
      Opening Stripe…
    </p>
  );
}
