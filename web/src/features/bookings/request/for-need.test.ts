import { expect, test } from "vitest";
import { hoursFor } from "./for-need";

test.each([
  [0, 5, 1],
  [5, 0, 1],
  [5, 5, 1],
  [12, 5, 2],
  [13, 5, 3],
  [1, 5, 1],
  [6000, 5, 12],
])("%d sparks at %d an hour pay for %d hours", (sparks, anHour, hours) => {
  expect(hoursFor(sparks, anHour)).toBe(hours);
});
