import { expect, test } from "vitest";
import { actionPossibleFrom, actionPossibleUntil, cancelText } from "./format";

const NOW = new Date("2026-03-02T10:00:00Z");

test.each([
  ["flexible", "2026-03-05T10:00:00Z", /^You can cancel until Thu 5 Mar, 10:00 and get everything/],
  ["moderate", "2026-03-04T10:00:00Z", /^You can cancel until Wed 4 Mar, 10:00 .* half back\.$/],
  ["strict", "2026-03-01T10:00:00Z", /^You get everything back if you cancel before/],
  ["strict", undefined, /72 hours before/],
] as const)("cancelling by a %s policy, for nothing until %s", (policy, until, expected) => {
  expect(cancelText(policy, until, NOW)).toMatch(expected);
});

test("what can be done for a while says until when", () => {
  const deadlines = [{ action: "undo" as const, until: "2026-03-04T09:05:00Z" }];
  expect(actionPossibleUntil({ deadlines }, "undo")).toBe("2026-03-04T09:05:00Z");
  expect(actionPossibleUntil({ deadlines }, "cancel")).toBeUndefined();
});

test("what waits for its time says from when", () => {
  const booking = { later: [{ action: "start", from: "2026-03-04T09:00:00Z" }] } as const;
  const later = [...booking.later];
  expect(actionPossibleFrom({ later }, "start")).toBe("2026-03-04T09:00:00Z");
  expect(actionPossibleFrom({ later }, "complete")).toBeUndefined();
});
