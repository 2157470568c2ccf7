import { useMessagesAround } from "../api/use-messages-around";
import type { Message, useThread } from "../api/use-thread";
import { inOrder } from "./arrange";

/** Further messages of a thread, in one direction. */
export interface More {
  has: boolean;
  busy: boolean;
  failed: boolean;
  load: () => void;
}

/** The visible messages, and the state of those before and after. */
export interface Shown {
  messages: Message[];
  ready: boolean;
  error: unknown;
  busy: boolean;
  retry: () => void;
  earlier: More;
  /** Newer messages, while the view is further back; the newest are included otherwise. */
  later: More;
}

/**
 * Returns the newest messages of a thread, or those around a message searched for that is further
 * back. The latter last until the reader has come down to the newest.
 */
export function useShown(
  otherId: string,
  thread: ReturnType<typeof useThread>,
  targetSeq: number | undefined,
): Shown {
  const oldest = thread.messages[0]?.seq;
  const far =
    targetSeq !== undefined && oldest !== undefined && thread.hasNextPage && targetSeq < oldest;
  const around = useMessagesAround(otherId, far ? targetSeq : undefined);
  if (!far) {
    return {
      messages: thread.messages,
      ready: thread.data !== undefined,
      error: thread.error,
      busy: thread.isFetching,
      retry: () => thread.refetch(),
      earlier: {
        has: thread.hasNextPage,
        busy: thread.isFetchingNextPage,
        failed: thread.isFetchNextPageError,
        load: () => thread.fetchNextPage(),
      },
      later: { has: false, busy: false, failed: false, load: () => undefined },
    };
  }
  const joined = (around.messages.at(-1)?.seq ?? 0) >= oldest - 1;
  return {
    messages: joined ? inOrder([...around.messages, ...thread.messages]) : around.messages,
    ready: around.data !== undefined,
    error: around.error,
    busy: around.isFetching,
    retry: () => around.refetch(),
    earlier: {
      has: around.hasPreviousPage,
      busy: around.isFetchingPreviousPage,
      failed: around.isFetchPreviousPageError,
      load: () => around.fetchPreviousPage(),
    },
    later: {
      has: !joined,
      busy: around.isFetchingNextPage,
      failed: around.isFetchNextPageError,
      load: () => around.fetchNextPage(),
    },
  };
}
