import { api } from "@/lib/api";
import { usePollInterval } from "@/lib/live";

/** Poll interval without an event stream. */
const POLL_MS = 30_000;

/** Returns the number of unread notices. */
export function useUnread(): number {
  const refetchInterval = usePollInterval(POLL_MS);
  const unread = api.useQuery("get", "/api/notifications/unread", {}, { refetchInterval });
  return unread.data?.total ?? 0;
}
