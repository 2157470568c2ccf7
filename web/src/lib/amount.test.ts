import { expect, test } from "vitest";
import { toNumber, typedNumber } from "./amount";

test.each([
  ["2", 2],
  [" 2.50 ", 2.5],
  ["2,5", 2.5],
])("%s is a number", (text, number) => {
  expect(toNumber(text)).toBe(number);
});

test("numbers outside the range, or with more decimals, are refused", () => {
  const schema = typedNumber("no", 0.25, 24);
  for (const fine of ["0.25", "24", "1,5"]) expect(schema.safeParse(fine).success).toBe(true);
  for (const wrong of ["", "0.2", "24.01", "1.555", "-1", "1e3", "x"]) {
    expect(schema.safeParse(wrong).success, wrong).toBe(false);
  }
});
