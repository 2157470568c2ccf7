import { formatMoney } from "@/lib/format";

/** The amount that a payment adds to the wallet. */
export function IntoWallet({ amount }: { amount: number }) {
  return (
    <dl className="flex items-baseline justify-between gap-3 rounded-m bg-sunk p-4">
      <dt className="text-ink-2">Into your wallet</dt>
      <dd className="num font-display text-heading font-bold">{formatMoney(amount)}</dd>
    </dl>
  );
}
