import type { Booking } from "./format";

/** Which side of a booking somebody is on: who was asked (inward), or who asks (outward). */
export type BookingDirection = "inward" | "outward";

/** Where a booking stands for the person who looks at it. */
export type GroupName = "answer" | "coming" | "disputed" | "past";

/** In the order in which they are shown. */
export const GROUPS: readonly GroupName[] = ["answer", "coming", "disputed", "past"];

/** Whether it is this person's turn, as the server counts it for the navigation: to answer a request or another time, or to confirm work that is done. */
export function waitsForAnswer({ status, actions }: Pick<Booking, "status" | "actions">): boolean {
  const asked = actions.includes("accept") || actions.includes("accept_time");
  return asked || (status === "completed" && actions.includes("complete"));
}

const OVER: readonly Booking["status"][] = ["completed", "rejected", "cancelled"];

function groupOf(booking: Booking): GroupName {
  if (waitsForAnswer(booking)) return "answer";
  // Its date is over, and yet it is not.
  if (booking.status === "disputed") return "disputed";
  return OVER.includes(booking.status) ? "past" : "coming";
}

/** Bookings by where they stand; in each group what is nearest in time comes first. */
export function groupBookings(
  bookings: readonly Booking[],
  now = Date.now(),
): Record<GroupName, Booking[]> {
  const groups: Record<GroupName, Booking[]> = {
    answer: [],
    coming: [],
    disputed: [],
    past: [],
  };
  for (const booking of bookings) groups[groupOf(booking)].push(booking);
  const start = ({ booking_date }: Booking) => Date.parse(booking_date);
  groups.answer.sort((a, b) => start(a) - start(b));
  groups.coming.sort((a, b) => start(a) - start(b));
  groups.disputed.sort((a, b) => start(b) - start(a));
  groups.past.sort((a, b) => Math.abs(start(a) - now) - Math.abs(start(b) - now));
  return groups;
}

/** The side to look at first: where something is to be answered, else where something comes, else where anything is. */
export function firstSide(
  inward: readonly Booking[],
  outward: readonly Booking[],
): BookingDirection {
  return rank(outward) < rank(inward) ? "outward" : "inward";
}

function rank(bookings: readonly Booking[]): number {
  const ranks = bookings.map((booking) => GROUPS.indexOf(groupOf(booking)));
  return Math.min(GROUPS.length, ...ranks);
}
