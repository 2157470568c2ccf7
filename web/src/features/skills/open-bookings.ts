import type { Schemas } from "@/lib/api";

type Booking = Pick<Schemas["Booking"], "skills_id" | "status">;

/** States in which the booking is unfinished for either party. */
const OPEN: readonly Booking["status"][] = ["pending", "accepted", "in_progress", "disputed"];

export interface OpenBookings {
  count: number;
  /** Whether all bookings were counted. */
  all: boolean;
}

/** Counts a skill's open bookings among the newest, of which at most `most` were requested. */
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
