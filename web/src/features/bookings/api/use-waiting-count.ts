import { api } from "@/lib/api";
import { usePollInterval } from "@/lib/live";
import { useIdle } from "@/lib/use-idle";

/** Age at which the count is fetched again. */
const FRESH_MS = 60_000;

/**
 * Returns the number of bookings that wait for this person's answer, on either side. It counts
 * bookings, not notifications: one that was seen counts until it is answered. It is fetched last,
 * since no screen waits for it.
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
