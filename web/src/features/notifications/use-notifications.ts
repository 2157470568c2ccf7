import { api, useQueryCache } from "@/lib/api";
import { usePollInterval } from "@/lib/live";

/** How often to look whether there is news, if nobody tells. */
const POLL_MS = 30_000;
const LIST_PATH = "/api/notifications";
const UNREAD = "/api/notifications/unread";

/** How many notices are unread, and a way to mark them all as read at once. */
export function useUnread() {
  const cache = useQueryCache();
  const refetchInterval = usePollInterval(POLL_MS);
  const unread = api.useQuery("get", UNREAD, {}, { refetchInterval });
  const mark = api.useMutation("put", "/api/notifications/read", {
    onMutate: () => {
      cache.setData(UNREAD, {
        bookings: 0,
        follower: 0,
        followees: 0,
        account: 0,
        admin: 0,
        total: 0,
      });
    },
    // Whether it worked or not, the server knows what is read.
    onSettled: () => {
      cache.invalidate(LIST_PATH, UNREAD);
    },
  });
  return { unread: unread.data?.total ?? 0, markRead: () => mark.mutate({ body: {} }) };
}

/** The latest notices, loaded afresh whenever they are looked at. */
export function useNotifications(enabled: boolean) {
  return api.useQuery("get", LIST_PATH, {}, { enabled, staleTime: 0 });
}
