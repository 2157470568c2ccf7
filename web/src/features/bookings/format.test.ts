import { expect, test } from "vitest";
import { actionPossibleFrom, answerDeadline } from "./format";

test.each([
  ["2026-03-02T10:00:00Z", "2026-03-04T10:00:00Z", "2026-03-04T10:00:00.000Z"],
  ["2026-03-02T10:00:00Z", "2026-03-09T10:00:00Z", "2026-03-09T10:00:00.000Z"],
  ["2026-03-02T10:00:00Z", "2026-04-01T10:00:00Z", "2026-03-09T10:00:00.000Z"],
])("a request of %s for %s lapses at %s", (created_at, booking_date, expected) => {
  expect(answerDeadline({ created_at, booking_date })).toBe(expected);
});

test("what waits for its time says from when", () => {
  const booking = { later: [{ action: "start", from: "2026-03-04T09:00:00Z" }] } as const;
  const later = [...booking.later];
  expect(actionPossibleFrom({ later }, "start")).toBe("2026-03-04T09:00:00Z");
  expect(actionPossibleFrom({ later }, "complete")).toBeUndefined();
});
