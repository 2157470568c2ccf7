import { expect, test } from "vitest";
import { sampleBooking } from "@/test/booking";
import { actionPossibleFrom, actionPossibleUntil, cancelText, escrowText } from "./format";

const NOW = new Date("2026-03-02T10:00:00Z");

test.each([
  ["flexible", "2026-03-05T10:00:00Z", /^You can cancel until Thu 5 Mar, 10:00 and get everything/],
  ["moderate", "2026-03-04T10:00:00Z", /^You can cancel until Wed 4 Mar, 10:00 .* half back\.$/],
  ["strict", "2026-03-01T10:00:00Z", /^You get everything back if you cancel before/],
  ["strict", undefined, /72 hours before/],
] as const)("cancelling by a %s policy, free until %s", (policy, until, expected) => {
  expect(cancelText(policy, until, NOW)).toMatch(expected);
});

test("an action with a deadline gives it", () => {
  const deadlines = [{ action: "undo" as const, until: "2026-03-04T09:05:00Z" }];
  expect(actionPossibleUntil({ deadlines }, "undo")).toBe("2026-03-04T09:05:00Z");
  expect(actionPossibleUntil({ deadlines }, "cancel")).toBeUndefined();
});

test("an action with an earliest time gives it", () => {
  const booking = { later: [{ action: "start", from: "2026-03-04T09:00:00Z" }] } as const;
  const later = [...booking.later];
  expect(actionPossibleFrom({ later }, "start")).toBe("2026-03-04T09:00:00Z");
  expect(actionPossibleFrom({ later }, "complete")).toBeUndefined();
});

test("a card is only authorised until the request is accepted", () => {
  const booking = sampleBooking({ status: "pending", escrow: "held", payment_method: "card" });
  for (const mine of [true, false]) {
    expect(escrowText(booking, mine)).toBe("Card authorised, not charged");
  }
  const accepted = sampleBooking({ status: "accepted", escrow: "held", payment_method: "card" });
  expect(escrowText(accepted, true)).toBe("Held safely until the work is done");
});

test.each([
  ["accepted", "Held safely until the work is done", "Held safely until the work is done"],
  ["completed", "Held until you confirm", "Held until Ana confirms"],
  ["disputed", "Held until an admin decides", "Held until an admin decides"],
] as const)("held money of a %s booking names what releases it", (status, mine, theirs) => {
  const booking = sampleBooking({ status, escrow: "held" });
  expect([escrowText(booking, true), escrowText(booking, false)]).toEqual([mine, theirs]);
});
