import { ApiError, api, messageOf, useQueryCache } from "@/lib/api";
import type { Booking } from "../format";
import { runMutation } from "../skip-after-navigation";
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

/** Returns one action on a booking: `run` performs it, `error` is the message if it failed. */
export function useBookingAction(action: BookingAction, booking: Booking) {
  const { path, doing } = calls[action];
  const store = useBookingCache();
  const cache = useQueryCache();
  const change = api.useMutation("put", path, {
    onSuccess: store,
    onError: (error) => {
      // The other person was faster: reload the current state.
      if (error instanceof ApiError && error.status === 409) {
        cache.invalidate("/api/bookings/{id}", "/api/bookings/with/{userId}");
      }
    },
  });
  return {
    /** `words` are sent only with an acceptance or a rejection. */
    run: (onDone: (booking: Booking) => void = () => undefined, words = "") => {
      const params = { path: { id: booking.id } };
      runMutation(change, { params, ...(words.trim() && { body: { words } }) }, onDone);
    },
    reset: change.reset,
    isPending: change.isPending,
    error: change.error ? `Error ${doing} booking: ${messageOf(change.error)}` : undefined,
  };
}
