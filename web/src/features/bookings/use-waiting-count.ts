import { useIdle } from "@/lib/use-idle";
import { waitsForAnswer } from "./groups";
import { useBookingList } from "./use-booking-list";

/** A count may be this old before it is asked for again. */
const FRESH_MS = 60_000;

/**
 * How many neighbours wait for this person's answer. It counts requests, not notices: one that was
 * seen counts until it is answered. Nobody waits for the count, so it is asked for last.
 */
export function useWaitingCount(): number {
  const idle = useIdle();
  const { items = [] } = useBookingList("inward", {
    enabled: idle,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
  return items.filter(waitsForAnswer).length;
}
