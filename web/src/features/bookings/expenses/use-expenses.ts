import { ApiError, api, useQueryCache } from "@/lib/api";
import { useBookingCache } from "../api/use-booking";
import type { Booking } from "../format";

/** Returns the member's actions on the expenses of a booking, each with its own API call. */
export function useExpenses(booking: Booking) {
  const store = useBookingCache();
  const cache = useQueryCache();
  const options = {
    onSuccess: store,
    onError: (error: unknown) => {
      // They were corrected or answered elsewhere: reload the current state.
      if (error instanceof ApiError && error.status === 409) {
        cache.invalidate("/api/bookings/{id}", "/api/bookings/with/{userId}");
      }
    },
  };
  return {
    params: { path: { id: booking.id } },
    ask: api.useMutation("put", "/api/bookings/{id}/expenses", options),
    confirm: api.useMutation("put", "/api/bookings/{id}/expenses/confirm", options),
    decline: api.useMutation("put", "/api/bookings/{id}/expenses/decline", options),
  };
}
