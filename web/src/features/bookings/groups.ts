import type { Booking } from "./format";

/** The viewer's side of a booking: provider (inward) or client (outward). */
export type BookingDirection = "inward" | "outward";

/** State of a booking for the viewer. */
export type GroupName = "answer" | "coming" | "disputed" | "past";

/** Groups in display order. */
export const GROUPS: readonly GroupName[] = ["answer", "coming", "disputed", "past"];

/** Checks whether the viewer must act, as the server counts it: answer, or confirm completion. */
function waitsForAnswer({ status, actions }: Pick<Booking, "status" | "actions">): boolean {
  const canAnswer =
    actions.includes("accept") ||
    actions.includes("accept_time") ||
    actions.includes("answer_expenses");
  return canAnswer || (status === "completed" && actions.includes("complete"));
}

const OVER: readonly Booking["status"][] = ["completed", "rejected", "cancelled"];

function groupOf(booking: Booking): GroupName {
  if (waitsForAnswer(booking)) return "answer";
  // Its date may have passed, but it is not over.
  if (booking.status === "disputed") return "disputed";
  return OVER.includes(booking.status) ? "past" : "coming";
}

/** Groups bookings by state; in each group the nearest in time comes first. */
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

/** Returns the side to show first: with something to answer, else upcoming, else any booking. */
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
