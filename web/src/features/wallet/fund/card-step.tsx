import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { Loading, Skeleton } from "@/components/skeleton";
import { cx } from "@/lib/cx";
import { useCardForm } from "../api/use-card-form";
import type { Started } from "../api/use-funding";
import { IntoWallet } from "./into-wallet";

interface CardStepProps {
  started: Started & { publishableKey: string };
  returnTo: string | undefined;
  onCancel: () => void;
}

/** Stripe's card form. */
export function CardStep({ started, returnTo, onCancel }: CardStepProps) {
  const navigate = useNavigate();
  const outcome = outcomePath(started.id, returnTo);
  const { frame, state, pay } = useCardForm({
    publishableKey: started.publishableKey,
    clientSecret: started.clientSecret,
    returnUrl: new URL(outcome, window.location.origin).href,
    onEnded: () => navigate(outcome, { replace: true }),
  });
  return (
    <div className="grid gap-5">
      <IntoWallet amount={started.amount} />
      {state === "loading" && (
        <Loading>
          <Skeleton className="h-56 rounded-m" />
        </Loading>
      )}
      {state === "failed" ? (
        <FormMessage>
          The card form could not be loaded. Nothing was taken. Check your connection, and switch
          off blockers for this page.
        </FormMessage>
      ) : (
        <div ref={frame} className={cx(state === "loading" && "h-0 overflow-hidden")} />
      )}
      <FormMessage>{pay.error?.message}</FormMessage>
      <div className="grid gap-3">
        {state === "failed" ? (
          <Button variant="spark" block onClick={() => window.location.reload()}>
            Try again
          </Button>
        ) : (
          <Button
            variant="spark"
            block
            busy={pay.isPending}
            busyLabel="Paying…"
            disabled={state === "loading"}
            onClick={() => pay.mutate()}
          >
            Pay
          </Button>
        )}
        <Button variant="quiet" block disabled={pay.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p className="text-center text-small text-ink-2">
        Stripe takes your card. This community never sees its number.
      </p>
    </div>
  );
}

function outcomePath(id: string, returnTo: string | undefined): string {
  const params = new URLSearchParams({ top_up: id });
  if (returnTo) params.set("return", returnTo);
  return `/payment-success?${params}`;
}
