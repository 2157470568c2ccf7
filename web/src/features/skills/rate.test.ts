import { expect, test } from "vitest";
import { isFarAbove, isRate, toSparks } from "./rate";

test.each([
  ["5.00", true],
  ["0", true],
  ["12.5", true],
  [" 20 ", true],
  ["", false],
  ["-1", false],
  ["1.005", false],
  ["1e3", false],
  ["five", false],
])("%j is a rate: %s", (text, yes) => expect(isRate(text)).toBe(yes));

test.each([
  ["5.00", 2.5],
  ["20", 10],
  ["0.01", 0.01],
  ["9.99", 5],
  ["0", 0],
])("£%s an hour is %d sparks", (rate, sparks) => expect(toSparks(rate)).toBe(sparks));

test.each([
  ["150", 15, false],
  ["150.01", 15, true],
  ["1500", 15, true],
])("£%s beside £%d is far above: %s", (rate, high, far) => {
  expect(isFarAbove(rate, high)).toBe(far);
});
