import { useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "@/lib/api";

const POLL_MS = 30_000;
const KEY = ["get", "/api/notifications", {}] as const;

/** The latest notices, how many are unread, and a way to mark them as read at once. */
export function useNotices() {
  const queryClient = useQueryClient();
  const query = api.useQuery("get", "/api/notifications", {}, { refetchInterval: POLL_MS });
  const mark = api.useMutation("put", "/api/notifications/read", {
    onMutate: () => {
      queryClient.setQueryData<Schemas["Notice"][]>(KEY, (notices) =>
        notices?.map((notice) => ({ ...notice, read: true })),
      );
    },
    // Whether it worked or not, the server knows what is read.
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  const unread = query.data?.filter((notice) => !notice.read).length ?? 0;
  return { query, unread, markRead: () => mark.mutate({ body: {} }) };
}
