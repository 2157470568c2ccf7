import { Button, ButtonLink } from "@/components/button";
import type { Schemas } from "@/lib/api";
import { formatMoney } from "@/lib/format";

interface DoneStepProps {
  amount: number;
  /** Undefined while loading. */
  balance: Schemas["Balance"] | undefined;
  returnTo: string | undefined;
  onAgain: () => void;
}

export function DoneStep({ amount, balance, returnTo, onAgain }: DoneStepProps) {
  return (
    <div role="status" className="grid justify-items-center gap-4 text-center">
      <img src="/art/success.svg" alt="" width={200} height={150} className="h-36 w-auto" />
      <p className="font-display text-title font-bold">{formatMoney(amount)} is in your wallet</p>
      <p className="num min-h-6 text-ink-2">
        {balance && `You now have ${formatMoney(balance.balance)}.`}
      </p>
      <div className="grid w-full gap-3">
        <ButtonLink to={returnTo ?? "/wallet"} variant="spark" block>
          {returnTo?.startsWith("/book-service") ? "Back to your booking" : "Continue"}
        </ButtonLink>
        <Button variant="quiet" block onClick={onAgain}>
          Add more
        </Button>
      </div>
    </div>
  );
}
