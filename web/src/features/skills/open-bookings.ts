import type { Schemas } from "@/lib/api";

type Booking = Pick<Schemas["Booking"], "skills_id" | "status">;

/** The states in which the two parties still owe each other something. */
const OPEN: readonly Booking["status"][] = ["pending", "accepted", "in_progress", "disputed"];

export interface OpenBookings {
  count: number;
  /** Whether all bookings were looked at. */
  all: boolean;
}

/** How many of the newest bookings, of which at most `most` were asked for, are open for a skill. */
export function openBookings(
  newest: readonly Booking[],
  skillId: string,
  most: number,
): OpenBookings {
  const open = newest.filter(
    ({ skills_id, status }) => skills_id === skillId && OPEN.includes(status),
  );
  return { count: open.length, all: newest.length < most };
}
