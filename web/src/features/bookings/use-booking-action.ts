import { ApiError, api, messageOf, useQueryCache } from "@/lib/api";
import type { Booking } from "./format";
import { useBookingCache } from "./use-booking";

const calls = {
  accept: { path: "/api/bookings/accept/{id}", doing: "accepting" },
  reject: { path: "/api/bookings/reject/{id}", doing: "rejecting" },
  start: { path: "/api/bookings/in-progress/{id}", doing: "starting" },
  undo: { path: "/api/bookings/undo/{id}", doing: "undoing the start of" },
  complete: { path: "/api/bookings/complete/{id}", doing: "completing" },
  cancel: { path: "/api/bookings/cancel/{id}", doing: "cancelling" },
} as const;

export type BookingAction = keyof typeof calls;

/** One change of a booking: `run` makes it, `error` is what to tell when it could not be made. */
export function useBookingAction(action: BookingAction, booking: Booking) {
  const { path, doing } = calls[action];
  const store = useBookingCache();
  const cache = useQueryCache();
  const change = api.useMutation("put", path, {
    onSuccess: store,
    onError: (error) => {
      // The other person was faster: show what is true now.
      if (error instanceof ApiError && error.status === 409) {
        cache.invalidate("/api/bookings/{id}", "/api/bookings/with/{userId}");
      }
    },
  });
  return {
    /** `words` go with a yes or a no alone. */
    run: (onDone?: (booking: Booking) => void, words = "") =>
      change.mutate(
        { params: { path: { id: booking.id } }, ...(words.trim() && { body: { words } }) },
        { onSuccess: onDone },
      ),
    reset: change.reset,
    isPending: change.isPending,
    error: change.error ? `Error ${doing} booking: ${messageOf(change.error)}` : undefined,
  };
}
