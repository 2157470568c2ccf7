import { expect, test } from "vitest";
import { brandName, hasExpired } from "./card-brand";

test("a card is valid to the end of its month", () => {
  expect(hasExpired("03/26", new Date(2026, 2, 31, 23, 59))).toBe(false);
  expect(hasExpired("03/26", new Date(2026, 3, 1))).toBe(true);
  expect(hasExpired("12/25", new Date(2026, 0, 1))).toBe(true);
  expect(hasExpired("12/99", new Date(2026, 0, 1))).toBe(false);
});

test("an unknown brand is a card", () => {
  expect(brandName("visa")).toBe("Visa");
  expect(brandName("something_new")).toBe("Card");
});
