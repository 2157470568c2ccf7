import { api, isUnanswered, useQueryCache } from "@/lib/api";
import { usePollInterval } from "@/lib/live";
import { useSession } from "@/lib/session";
import type { Booking } from "../format";
import { useBookingList } from "./use-booking-list";

/** Poll interval of a visible booking screen without an event stream. */
export const POLL_MS = 10_000;

const PATH = "/api/bookings/{id}";
/** Bookings between the two people, shown in their conversation. */
const TOGETHER = "/api/bookings/with/{userId}";

/**
 * Fetches one of the member's bookings, and refreshes it while its screen is visible. Before the
 * first response, and offline, it returns the copy from a list.
 */
export function useBooking(id: string | null | undefined) {
  const number = Number(id);
  const isId = Number.isSafeInteger(number) && number > 0;
  const refetchInterval = usePollInterval(POLL_MS);
  const query = api.useQuery(
    "get",
    PATH,
    { params: { path: { id: number } } },
    { enabled: isId, refetchInterval },
  );
  const listed = useListed(number);
  const refused = query.error !== null && !isUnanswered(query.error);
  return { query: { ...query, data: query.data ?? (refused ? undefined : listed) }, isId };
}

/** Returns the booking from a loaded list, if any has it. */
function useListed(id: number): Booking | undefined {
  const inward = useBookingList("inward", { enabled: false });
  const outward = useBookingList("outward", { enabled: false });
  return [inward, outward].flatMap(({ data = [] }) => data).find((one) => one.id === id);
}

/** Returns the signed-in person's id. */
export function useOwnId(): string {
  return useSession()?.claims.id ?? "";
}

/** Returns a function that caches a changed booking and invalidates dependent queries. */
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
