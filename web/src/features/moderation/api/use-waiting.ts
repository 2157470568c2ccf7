import { api, type Schemas } from "@/lib/api";
import { usePollInterval } from "@/lib/live";
import { useModule } from "@/lib/site";
import { useIdle } from "@/lib/use-idle";

/** Age at which the counts are fetched again. */
const FRESH_MS = 60_000;

/** Queues of staff decisions, as named in the API. */
export type Queue = keyof Schemas["Waiting"];

/** Fetches the number of pending decisions in each queue, where moderation is on. */
export function useWaiting(enabled = true) {
  const refetchInterval = usePollInterval(FRESH_MS);
  const on = useModule("moderation") === true;
  return api.useQuery(
    "get",
    "/api/admin/waiting",
    {},
    { enabled: enabled && on, staleTime: FRESH_MS, refetchInterval },
  );
}

/** Returns the sum of all queues for the navigation; fetched last, since no screen waits for it. */
export function useWaitingCount(): number {
  return Object.values(useWaiting(useIdle()).data ?? {}).reduce((sum, count) => sum + count, 0);
}
