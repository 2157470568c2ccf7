import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { Loading, Skeleton } from "@/components/skeleton";
import { cx } from "@/lib/cx";
import { type CardFormOptions, useCardForm } from "../api/use-card-form";

interface CardFieldsProps
  extends Pick<CardFormOptions, "page" | "publishableKey" | "clientSecret"> {
  /** Address of the page that asks the server what became of the payment. */
  outcome: string;
  onCancel: () => void;
}

/** Stripe's card form, with its buttons. */
export function CardFields({ outcome, onCancel, ...payment }: CardFieldsProps) {
  const navigate = useNavigate();
  const { frame, state, pay } = useCardForm({
    ...payment,
    returnUrl: new URL(outcome, window.location.origin).href,
    onEnded: () => navigate(outcome, { replace: true }),
  });
  return (
    <>
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
    </>
  );
}
