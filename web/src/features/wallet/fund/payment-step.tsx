import { FlaskConical } from "lucide-react";
import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { messageOf } from "@/lib/api";
import type { useFunding } from "../api/use-funding";
import { IntoWallet } from "./into-wallet";

type PaymentStepProps = Pick<ReturnType<typeof useFunding>, "pay" | "decline" | "reset"> & {
  started: NonNullable<ReturnType<typeof useFunding>["started"]>;
};

/** The fake card of a sample community, labelled as such. */
export function PaymentStep({ started, pay, decline, reset }: PaymentStepProps) {
  const busy = pay.isPending || decline.isPending;
  return (
    <div className="grid gap-5">
      <p className="flex items-start gap-3 rounded-m bg-plum-soft p-4 text-plum">
        <FlaskConical aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          <strong className="block">This is a demo: no real money moves</strong>
          Choose whether the test card pays or is declined.
        </span>
      </p>
      <IntoWallet amount={started.amount} />
      <FormMessage>{errorText(pay.error ?? decline.error, decline.isSuccess && !busy)}</FormMessage>
      <div className="grid gap-3">
        <Button
          variant="spark"
          block
          busy={pay.isPending}
          busyLabel="Paying…"
          onClick={() => {
            decline.reset();
            pay.mutate(started);
          }}
        >
          Pay
        </Button>
        <Button
          variant="quiet"
          block
          busy={decline.isPending}
          disabled={pay.isPending}
          onClick={() => decline.mutate(started)}
        >
          Decline the card
        </Button>
        <Button variant="quiet" block disabled={busy} onClick={reset}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function errorText(error: unknown, declined: boolean): string | undefined {
  if (error) return messageOf(error, "Failed to confirm funding");
  return declined ? "Your card was declined. Nothing was taken." : undefined;
}
