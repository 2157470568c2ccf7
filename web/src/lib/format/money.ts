const pounds = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
const tokens = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });

/** Formats pounds with sign and two decimals: `£1,020.50`. */
export function formatMoney(amount: number): string {
  return pounds.format(amount);
}

/** Formats a number of sparks without trailing zeros: `18.5`. The sign is `<SparkSign />`. */
export function formatSparks(amount: number): string {
  return tokens.format(amount);
}

/** Formats an amount in the unit of a payment method: `£20.00`, `10 sparks`. */
export function formatAmount(method: string, amount: number): string {
  if (method !== "spark_token") return formatMoney(amount);
  return `${formatSparks(amount)} ${amount === 1 ? "spark" : "sparks"}`;
}
