import { toast } from "@/components/toast";
import { api, messageOf, type ReadPath, type Schemas, useQueryCache } from "@/lib/api";

export type Notice = Schemas["Notice"];
type Kind = Notice["kind"];

/** Lists of notices, by subject. */
export const LISTS = {
  all: "/api/notifications",
  bookings: "/api/notifications/bookings",
  followers: "/api/notifications/follower",
  following: "/api/notifications/followees",
} as const satisfies Record<string, ReadPath>;
export type ListName = keyof typeof LISTS;

/** Most ids per request. */
const MAX_IDS = 100;

/** Returns functions to mark notices as read: only those shown, or older ones. */
export function useMarkRead() {
  const cache = useQueryCache();
  const mark = api.useMutation("put", "/api/notifications/read", {
    onMutate: ({ body }) => {
      const { up_to: upTo, kind } = body;
      const ids = new Set(body.ids);
      const isMeant = (notice: Notice) =>
        ids.has(notice.id) ||
        (typeof upTo === "number" && notice.seq <= upTo && (!kind || notice.kind === kind));
      for (const path of Object.values(LISTS)) {
        cache.changePages(path, {}, (pages) =>
          pages.map((page) =>
            page.map((notice) => (isMeant(notice) ? { ...notice, read: true } : notice)),
          ),
        );
      }
    },
    onError: (error) => toast.error(messageOf(error, "This could not be saved. Please try again.")),
    // Success or failure: the server knows what is read.
    onSettled: () => cache.invalidate(...Object.values(LISTS), "/api/notifications/unread"),
  });
  /** Marks these notices; the request outlives the page. */
  const markThese = (notices: readonly Notice[]) => {
    const ids = notices.filter(({ read }) => !read).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += MAX_IDS) {
      mark.mutate({ body: { ids: ids.slice(at, at + MAX_IDS) }, keepalive: true });
    }
  };
  /** Marks these notices and all older ones; newer ones stay unread. */
  const markUpTo = (notices: readonly Notice[], kind: Kind | undefined) => {
    const upTo = Math.max(...notices.map(({ seq }) => seq));
    mark.mutate({ body: { up_to: upTo, ...(kind && { kind }) } });
  };
  return { markThese, markUpTo, busy: mark.isPending };
}
