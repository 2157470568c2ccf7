import { usePages } from "@/lib/api";
import type { BookingDirection } from "./groups";

const paths = {
  inward: "/api/bookings/get/user/inward",
  outward: "/api/bookings/get/user/outward",
} as const;

/** As many at once as there can be: they come by when they were asked for, and are shown by when they are. */
const LIMIT = 100;

interface ListOptions {
  enabled?: boolean;
  refetchInterval?: number | false;
}

/** One side's bookings. Whoever asks for them shares one answer. */
export function useBookingList(side: BookingDirection, options: ListOptions) {
  return usePages(paths[side], { query: { limit: LIMIT } }, options);
}
