import { useRef } from "react";
import { api, type FormBody, multipart } from "@/lib/api";
import type { Booking } from "../format";
import { useBookingCache } from "../use-booking";

interface SendCallbacks {
  onSuccess: () => void;
  onError: (error: unknown) => void;
}

/**
 * Sends a dispute once, however often and quickly somebody presses. Trying again after a lost
 * answer is safe too: the server knows whose dispute is open already, and changes nothing.
 */
export function useSendDispute(booking: Booking) {
  const refresh = useBookingCache();
  const inFlight = useRef(false);
  const submit = api.useMutation("post", "/api/dispute/open");
  return {
    isPending: submit.isPending,
    error: submit.error,
    reset: submit.reset,
    send: (message: string, file: File | null, { onSuccess, onError }: SendCallbacks) => {
      if (inFlight.current) return;
      inFlight.current = true;
      const body = multipart<FormBody<"open_dispute">>({ bookingId: booking.id, message, file });
      submit.mutate(
        { ...body },
        {
          onSuccess: () => {
            refresh({ ...booking, status: "disputed", actions: [], later: [] });
            onSuccess();
          },
          onError,
          onSettled: () => {
            inFlight.current = false;
          },
        },
      );
    },
  };
}
