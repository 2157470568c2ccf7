const NAMES: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** Returns the name of a card's brand. */
export function brandName(brand: string): string {
  return NAMES[brand] ?? "Card";
}

/** Checks whether a card with the expiry `MM/YY` is no longer valid. */
export function hasExpired(expiry: string, now = new Date()): boolean {
  const [month = 0, year = 0] = expiry.split("/").map(Number);
  return now >= new Date(2000 + year, month, 1);
}
