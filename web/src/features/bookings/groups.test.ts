import { expect, test } from "vitest";
import { sampleBooking } from "@/test/booking";
import type { Booking } from "./format";
import { firstSide, groupBookings } from "./groups";

const NOW = Date.parse("2026-03-03T12:00:00Z");
const on = (day: number, over: Partial<Booking>) =>
  sampleBooking({
    id: day,
    booking_date: `2026-03-${String(day).padStart(2, "0")}T10:00:00Z`,
    ...over,
  });

test("bookings are grouped by state and sorted by time", () => {
  const groups = groupBookings(
    [
      on(20, {}),
      on(9, {}),
      on(25, { status: "accepted", actions: ["cancel"] }),
      on(5, { status: "in_progress", actions: ["complete"] }),
      on(7, { status: "disputed", actions: [] }),
      // The client's own request, which the provider must answer.
      on(6, { actions: ["cancel"] }),
      on(1, { status: "completed", actions: ["review"] }),
      on(2, { status: "rejected", actions: [] }),
      on(28, { status: "cancelled", actions: [] }),
      // The provider has completed it: the client confirms.
      on(3, { status: "completed", actions: ["complete", "dispute"] }),
      // The other party proposes another time.
      on(8, { status: "accepted", actions: ["cancel", "accept_time", "decline_time"] }),
    ],
    NOW,
  );
  const ids = Object.fromEntries(
    Object.entries(groups).map(([name, bookings]) => [name, bookings.map(({ id }) => id)]),
  );
  expect(ids).toEqual({
    answer: [3, 8, 9, 20],
    coming: [5, 6, 25],
    disputed: [7],
    past: [2, 1, 28],
  });
});

const waiting = [on(9, {})];
const coming = [on(9, { status: "accepted", actions: [] })];
const over = [on(1, { status: "completed", actions: [] })];

test.each<[Booking[], Booking[], string]>([
  [[], [], "inward"],
  [[], over, "outward"],
  [over, coming, "outward"],
  [coming, coming, "inward"],
  [waiting, coming, "inward"],
  [coming, waiting, "outward"],
])("the side with something to do is opened first (%#)", (inward, outward, side) => {
  expect(firstSide(inward, outward)).toBe(side);
});
