import { keepPreviousData } from "@tanstack/react-query";
import { api, useQueryCache } from "@/lib/api";
import { addDays, BLOCK } from "./free-days";

const PATH = "/api/bookings/availability/{userId}";

/**
 * When somebody is free for so many hours, in the given block of four weeks from `today`; or when
 * they are free for one booking at another time.
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

/** Loads free time again, once a time turned out to be taken. */
export function useReloadFreeTime(): () => void {
  const cache = useQueryCache();
  return () => cache.invalidate(PATH);
}
