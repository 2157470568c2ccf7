import { inOrder } from "./arrange";
import { useAround } from "./use-around";
import type { Message, useThread } from "./use-thread";

/** More of a thread, in one direction. */
export interface More {
  has: boolean;
  busy: boolean;
  failed: boolean;
  load: () => void;
}

/** The messages that are shown, and what there is before and after them. */
export interface Shown {
  messages: Message[];
  ready: boolean;
  failed: boolean;
  busy: boolean;
  retry: () => void;
  earlier: More;
  /** Newer messages, where one looks at what is further back; the newest are there otherwise. */
  later: More;
}

/**
 * The newest messages of a thread; or, when one looks for a message that is further back, those
 * around it until one has come down to the newest.
 */
export function useShown(
  otherId: string,
  thread: ReturnType<typeof useThread>,
  wanted: number | undefined,
): Shown {
  const oldest = thread.messages[0]?.seq;
  const far = wanted !== undefined && oldest !== undefined && thread.hasNextPage && wanted < oldest;
  const around = useAround(otherId, far ? wanted : undefined);
  if (!far) {
    return {
      messages: thread.messages,
      ready: thread.data !== undefined,
      failed: thread.error !== null,
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
    failed: around.error !== null,
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
