import { ApiError, api, messageOf, useQueryCache } from "@/lib/api";
import type { Booking } from "../format";
import { useBookingCache } from "./use-booking";

/** Returns the member's actions on a proposed time, each with its own API call. */
export function useTimeWish(booking: Booking) {
  const store = useBookingCache();
  const cache = useQueryCache();
  const options = {
    onSuccess: (changed: Booking) => {
      store(changed);
      cache.invalidate("/api/bookings/availability/{userId}");
    },
    onError: (error: unknown) => {
      // The other person was faster: reload the current state.
      if (error instanceof ApiError && error.status === 409) {
        cache.invalidate("/api/bookings/{id}", "/api/bookings/availability/{userId}");
      }
    },
  };
  const propose = api.useMutation("put", "/api/bookings/propose/{id}", options);
  const accept = api.useMutation("put", "/api/bookings/accept-time/{id}", options);
  const decline = api.useMutation("put", "/api/bookings/decline-time/{id}", options);
  const withdraw = api.useMutation("put", "/api/bookings/withdraw-time/{id}", options);
  const params = { path: { id: booking.id } };
  const answers = [accept, decline, withdraw];
  const failed = answers.find((answer) => answer.error);
  return {
    propose,
    params,
    accept,
    decline,
    withdraw,
    /** Whether an answer is being sent. */
    isPending: answers.some((answer) => answer.isPending),
    /** Error of the last answer. */
    error: failed ? messageOf(failed.error) : undefined,
  };
}
