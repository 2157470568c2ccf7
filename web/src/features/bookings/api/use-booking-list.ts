import { usePages } from "@/lib/api";
import type { BookingDirection } from "../groups";

const paths = {
  inward: "/api/bookings/get/user/inward",
  outward: "/api/bookings/get/user/outward",
} as const;

/** The server's maximum: the list is ordered by creation, but shown by booking date. */
const LIMIT = 100;

interface ListOptions {
  enabled?: boolean;
  refetchInterval?: number | false;
}

/** Fetches one side's bookings; all callers share one response. */
export function useBookingList(side: BookingDirection, options: ListOptions) {
  return usePages(paths[side], { query: { limit: LIMIT } }, options);
}
