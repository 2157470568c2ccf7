import { useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "@/lib/api";

const POLL_MS = 30_000;
const LIST = ["get", "/api/notifications", {}] as const;
const UNREAD = ["get", "/api/notifications/unread", {}] as const;

/** How many notices are unread, and a way to mark them all as read at once. */
export function useUnread() {
  const queryClient = useQueryClient();
  const unread = api.useQuery("get", "/api/notifications/unread", {}, { refetchInterval: POLL_MS });
  const mark = api.useMutation("put", "/api/notifications/read", {
    onMutate: () => {
      queryClient.setQueryData<Schemas["UnreadCounts"]>(UNREAD, {
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
      queryClient.invalidateQueries({ queryKey: LIST });
      queryClient.invalidateQueries({ queryKey: UNREAD });
    },
  });
  return { unread: unread.data?.total ?? 0, markRead: () => mark.mutate({ body: {} }) };
}

/** The latest notices, loaded afresh whenever they are looked at. */
export function useNotices(enabled: boolean) {
  return api.useQuery("get", "/api/notifications", {}, { enabled, staleTime: 0 });
}
