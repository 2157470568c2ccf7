import { useRef } from "react";
import { api, type FormBody, multipart } from "@/lib/api";
import type { Booking } from "../format";
import { skipAfterNavigation } from "../skip-after-navigation";
import { useBookingCache } from "./use-booking";

interface SendCallbacks {
  onSuccess: () => void;
  onError: (error: unknown) => void;
}

/**
 * Sends a dispute once, however often the button is pressed. A retry after a lost response is safe:
 * the server knows whose dispute is open already, and changes nothing.
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
      const confirm = skipAfterNavigation(onSuccess);
      submit
        .mutateAsync({ ...body })
        .then(() => {
          refresh({ ...booking, status: "disputed", actions: [], later: [] });
          confirm();
        }, skipAfterNavigation(onError))
        .finally(() => {
          inFlight.current = false;
        });
    },
  };
}
