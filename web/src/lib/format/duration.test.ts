import { expect, test } from "vitest";
import { formatDuration, formatHours, formatRetention } from "./duration";

test.each([
  [0.2, "1 second"],
  [1, "1 second"],
  [41.2, "42 seconds"],
  [99, "99 seconds"],
  [100, "2 minutes"],
  [900, "15 minutes"],
  [7_200, "2 hours"],
])("%d seconds are %s", (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

test.each([
  [1, "1 hour"],
  [0.25, "0.25 hours"],
  [1.5, "1.5 hours"],
])("%s is %s", (length, text) => {
  expect(formatHours(length)).toBe(text);
});

test.each([
  [1, "1 hour"],
  [24, "1 day"],
  [36, "36 hours"],
  [168, "7 days"],
  [2_160, "90 days"],
  [4_320, "6 months"],
  [4_344, "181 days"],
  [8_760, "1 year"],
  [8_784, "1 year"],
  [17_520, "2 years"],
  [52_704, "6 years"],
])("data kept for %d hours is kept for %s", (hours, words) => {
  expect(formatRetention(hours)).toBe(words);
});
