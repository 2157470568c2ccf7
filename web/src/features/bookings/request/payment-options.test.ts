import { expect, test } from "vitest";
import { type PaymentOption, shortfallText } from "./payment-options";

const pounds: PaymentOption = { method: "wallet", price: 30, has: 12.1 };
const sparks: PaymentOption = { method: "spark_token", price: 15, has: 14 };

test.each([
  [[pounds, sparks], "You are £17.90 or 1 spark short."],
  [[sparks], "You are 1 spark short."],
])("the shortfall is stated for each payment method", (options, expected) => {
  expect(shortfallText(options)).toBe(expected);
});
