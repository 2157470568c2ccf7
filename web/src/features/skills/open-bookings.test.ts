import { expect, test } from "vitest";
import { openBookings } from "./open-bookings";

const booking = (skills_id: string, status: "pending" | "accepted" | "completed" | "disputed") => ({
  skills_id,
  status,
});

test("only that skill's open bookings count", () => {
  const newest = [
    booking("tap", "pending"),
    booking("tap", "completed"),
    booking("dog", "accepted"),
    booking("tap", "disputed"),
  ];
  expect(openBookings(newest, "tap", 100)).toEqual({ count: 2, all: true });
  expect(openBookings(newest, "tap", 4)).toEqual({ count: 2, all: false });
});
