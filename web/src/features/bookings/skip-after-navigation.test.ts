import { afterEach, expect, test } from "vitest";
import { skipAfterNavigation } from "./skip-after-navigation";

afterEach(() => history.replaceState(null, "", "/"));

test("a callback runs on its page, and not on another", () => {
  const log: number[] = [];
  history.replaceState(null, "", "/inward-details/7");
  const callback = skipAfterNavigation((n: number) => log.push(n));
  history.replaceState(null, "", "/inward-details/7?done=accepted");
  callback(1);
  history.replaceState(null, "", "/bookings");
  callback(2);
  expect(log).toEqual([1]);
});
