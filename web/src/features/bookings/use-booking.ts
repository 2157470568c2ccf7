import { api, useQueryCache } from "@/lib/api";
import { usePollInterval } from "@/lib/live";
import { useSession } from "@/lib/session";
import type { Booking } from "./format";

/** How often a visible booking screen looks for what the other person did, if nobody tells it. */
export const POLL_MS = 10_000;

const PATH = "/api/bookings/{id}";
/** With what was booked of the same person, between the messages of the two. */
const TOGETHER = "/api/bookings/with/{userId}";

/** One booking of the caller's, kept fresh while its screen is visible. */
export function useBooking(id: string | null | undefined) {
  const number = Number(id);
  const known = Number.isSafeInteger(number) && number > 0;
  const refetchInterval = usePollInterval(POLL_MS);
  const query = api.useQuery(
    "get",
    PATH,
    { params: { path: { id: number } } },
    { enabled: known, refetchInterval },
  );
  return { query, known };
}

/** The signed-in person's id. */
export function useOwnId(): string {
  return useSession()?.claims.id ?? "";
}

/** Puts a changed booking into the cache, and marks as old all that its change touches. */
export function useBookingCache() {
  const cache = useQueryCache();
  return (booking: Booking) => {
    cache.setData(PATH, booking, { path: { id: booking.id } });
    for (const userId of [booking.booking_user_id, booking.booked_user_id]) {
      cache.changePages(TOGETHER, { path: { userId } }, (pages) =>
        pages.map((page) =>
          page.map((one) => (one.booking.id === booking.id ? { ...one, booking } : one)),
        ),
      );
    }
    cache.invalidate(
      TOGETHER,
      "/api/bookings/get/user/outward",
      "/api/bookings/get/user/inward",
      "/api/bookings/waiting",
      "/api/wallet/balance",
      "/api/wallet/transactions",
      "/api/users/profile/{id}",
    );
  };
}
