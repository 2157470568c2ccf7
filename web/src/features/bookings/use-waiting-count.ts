import { api } from "@/lib/api";
import { usePollInterval } from "@/lib/live";
import { useIdle } from "@/lib/use-idle";

/** A count may be this old before it is asked for again. */
const FRESH_MS = 60_000;

/**
 * How many bookings wait for this person's answer, whoever of the two asked. It counts bookings, not
 * notices: one that was seen counts until it is answered. Nobody waits for the count, so it is asked
 * for last.
 */
export function useWaitingCount(): number {
  const idle = useIdle();
  const refetchInterval = usePollInterval(FRESH_MS);
  const { data } = api.useQuery(
    "get",
    "/api/bookings/waiting",
    {},
    { enabled: idle, staleTime: FRESH_MS, refetchInterval },
  );
  return data ? data.inward + data.outward : 0;
}
