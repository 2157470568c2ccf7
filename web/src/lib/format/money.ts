const pounds = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
const tokens = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });

/** Pounds with their sign and two decimals: `£1,020.50`. */
export function formatMoney(amount: number): string {
  return pounds.format(amount);
}

/** A number of spark tokens without idle decimals: `18.5`. The sign is `<SparkSign />`. */
export function formatSparks(amount: number): string {
  return tokens.format(amount);
}

/** An amount in the unit that a booking is paid in: `£20.00`, `10 sparks`. */
export function formatAmount(method: string, amount: number): string {
  if (method !== "spark_token") return formatMoney(amount);
  return `${formatSparks(amount)} ${amount === 1 ? "spark" : "sparks"}`;
}
