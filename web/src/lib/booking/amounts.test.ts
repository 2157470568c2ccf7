import { expect, test } from "vitest";
import { settlementText } from "./amounts";

const client = { id: "ana", firstname: "Ana" };
const provider = { id: "dev", firstname: "Dev" };
const cash = { payment_method: "wallet", client, provider } as const;

test.each([
  ["ana", "£8.27 to Dev, £4.08 back in your wallet"],
  ["dev", "£8.27 to you, £4.08 back to Ana"],
  [undefined, "£8.27 to Dev, £4.08 back to Ana"],
])("a split shows both amounts, as %s reads it", (viewer, text) => {
  expect(settlementText(cash, { to_client: 4.08, to_provider: 8.27 }, viewer)).toBe(text);
});

test("zero amounts are omitted", () => {
  expect(settlementText(cash, { to_client: 0, to_provider: 5 }, "ana")).toBe("£5.00 to Dev");
  expect(settlementText(cash, { to_client: 0, to_provider: 0 })).toBeUndefined();
});

test("sparks and cards have their names", () => {
  const split = { to_client: 1, to_provider: 2.5 };
  expect(settlementText({ ...cash, payment_method: "spark_token" }, split, "ana")).toBe(
    "2.5 sparks to Dev, 1 spark back in your wallet",
  );
  expect(settlementText({ ...cash, payment_method: "card" }, split, "ana")).toContain(
    "£1.00 back on your card",
  );
});
