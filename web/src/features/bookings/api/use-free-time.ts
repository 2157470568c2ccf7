import { keepPreviousData } from "@tanstack/react-query";
import { api, useQueryCache } from "@/lib/api";
import { addDays, BLOCK } from "../date-time/free-days";

const PATH = "/api/bookings/availability/{userId}";

/**
 * Fetches a person's free times for bookings of `hours`, in a block of four weeks from `today`.
 * With `booking`, fetches the times to which that booking can be moved.
 */
export function useFreeTime(
  userId: string,
  today: string,
  block: number,
  hours: number,
  booking?: number,
) {
  const from = addDays(today, block * BLOCK);
  return api.useQuery(
    "get",
    PATH,
    { params: { path: { userId }, query: { from, days: BLOCK, hours, instead_of: booking } } },
    { placeholderData: keepPreviousData },
  );
}

/** Returns cache operations for after somebody took a free time. */
export function useFreeTimeCache() {
  const cache = useQueryCache();
  return {
    /** Reloads the visible times. */
    reload: () => cache.invalidate(PATH),
    /** Keeps the visible times: the caller took the missing one. */
    markStale: () => cache.markStale(PATH),
  };
}
