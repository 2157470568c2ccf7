import { expect, test } from "vitest";
import { formatDuration } from "./duration";

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
