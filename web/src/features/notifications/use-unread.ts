import { api } from "@/lib/api";
import { usePollInterval } from "@/lib/live";

/** How often to look whether there is news, if nobody tells. */
const POLL_MS = 30_000;

/** How many notices are unread. */
export function useUnread(): number {
  const refetchInterval = usePollInterval(POLL_MS);
  const unread = api.useQuery("get", "/api/notifications/unread", {}, { refetchInterval });
  return unread.data?.total ?? 0;
}
