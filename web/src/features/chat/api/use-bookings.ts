import { useEffect, useMemo } from "react";
import { type Schemas, usePages } from "@/lib/api";
import { type ThreadEntry, useInThread } from "@/lib/in-thread";
import { usePollInterval } from "@/lib/live";
import { useSession } from "@/lib/session";
import { useModule } from "@/lib/site";

const PATH = "/api/bookings/with/{userId}";
const POLL_MS = 10_000;

/** The visible part of a conversation. */
interface Stretch {
  /** Time of the first visible message. */
  from: string | undefined;
  /** Whether no message is older. */
  whole: boolean;
  /** Time of the last visible message, where newer ones are not shown. */
  until: string | undefined;
}

/** Fetches the bookings between the two, as far back as their messages are visible. */
export function useBookings(otherId: string, { from, whole, until }: Stretch) {
  const me = useSession()?.claims.id ?? "";
  const inThread = useInThread();
  const on = (useModule("bookings") ?? false) && inThread !== null;
  const params = { path: { userId: otherId } };
  const refetchInterval = usePollInterval(POLL_MS);
  const pages = usePages(PATH, params, { enabled: on, refetchInterval });
  const { data: items, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;

  const oldest = items?.at(-1);
  // Bookings last changed before this time are not loaded yet.
  const known = hasNextPage && oldest ? latestChange(oldest) : Number.NEGATIVE_INFINITY;
  const missing = from !== undefined && known > Date.parse(from);
  useEffect(() => {
    if (missing && !isFetching && !isFetchNextPageError) fetchNextPage();
  }, [missing, isFetching, isFetchNextPageError, fetchNextPage]);

  const all = useMemo(
    (): ThreadEntry[] =>
      items?.flatMap((together) => inThread?.entriesOf(together, me) ?? []) ?? [],
    [items, inThread, me],
  );
  const entries = useMemo((): ThreadEntry[] => {
    const first = whole || from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
    const last = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
    return all.filter(({ at }) => {
      const time = Date.parse(at);
      return time >= Math.max(first, known) && time <= last;
    });
  }, [all, whole, from, until, known]);

  return {
    entries,
    /** The open booking that changed last, anywhere in the thread. */
    open: all.filter(isOpen).sort((a, b) => Date.parse(b.at) - Date.parse(a.at))[0],
    /** Whether loading is complete: messages and bookings appear together, so nothing moves. */
    settled: !on || (inThread !== undefined && !pages.isLoading),
    failed: pages.isError && !items,
    retry: () => pages.refetch(),
    earlier: {
      has: whole && hasNextPage,
      busy: pages.isFetchingNextPage,
      failed: isFetchNextPageError,
      load: () => fetchNextPage(),
    },
  };
}

function isOpen(entry: ThreadEntry): entry is ThreadEntry & Required<Pick<ThreadEntry, "open">> {
  return entry.open !== undefined;
}

function latestChange({ booking, review }: Schemas["BookingTogether"]): number {
  return Math.max(Date.parse(booking.updated_at), Date.parse(review?.created_at ?? "") || 0);
}
