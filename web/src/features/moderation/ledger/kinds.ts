/** Accounts outside: where pounds come from and go to. */
const OUTSIDE: Record<string, string> = {
  "external:cash": "Cash paid in",
  "external:stripe": "Cards, through Stripe",
  "external:sandbox": "Cards, pretended in this sample",
  "external:bank": "Bank transfers to neighbours",
  "external:given_up": "Given up by neighbours who left",
  "external:losses": "Borne by the community when banks took payments back",
};

const INSIDE: Record<string, string> = {
  user: "In wallets",
  intent: "Set aside for a booking",
  booking: "Paid for bookings that are not settled yet",
  withdrawal: "On the way to a bank account",
  card_refunds: "On the way back to a card",
  chargeback: "Set aside while a bank decides",
  pot: "In the community's pot",
};

interface Total {
  kind: string;
  balance: number;
}

/** Returns what a kind of account is called. One that a newer server knows keeps its own name. */
export function nameOfKind(kind: string): string {
  return INSIDE[kind] ?? OUTSIDE[kind] ?? kind.replace(/^external:/, "");
}

/** Divides totals into those of the community and those outside, in a fixed order. */
export function divide(totals: Total[]): { inside: Total[]; outside: Total[]; held: number } {
  const order = Object.keys({ ...INSIDE, ...OUTSIDE });
  const place = ({ kind }: Total) => (order.indexOf(kind) + order.length + 1) % (order.length + 1);
  const sorted = totals.toSorted((one, other) => place(one) - place(other));
  const isOutside = ({ kind }: Total) => kind === "community" || kind.startsWith("external:");
  const inside = sorted.filter((total) => !isOutside(total));
  const outside = sorted.filter(isOutside);
  // In pence, so that the sum is exact.
  const held = inside.reduce((sum, { balance }) => sum + Math.round(balance * 100), 0) / 100;
  return { inside, outside, held };
}
