import type { ReactNode } from "react";
import { messageOf } from "@/lib/api";
import { ErrorState } from "./states";

interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: QueryLike<Data>;
  /** What is shown while loading. */
  skeleton: ReactNode;
  /** Shown instead of the server's message. */
  error?: string;
  /** Shown when the data is an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The four states of loaded data: loading, failed, empty, there. */
export function Loaded<Data>({ query, skeleton, error, empty, children }: LoadedProps<Data>) {
  const { data } = query;
  // What was seen before stays on screen when a later refresh fails.
  if (data === undefined) {
    if (!query.error) return skeleton;
    const message = error ?? messageOf(query.error);
    return <ErrorState message={message} busy={query.isFetching} onRetry={() => query.refetch()} />;
  }
  if (empty && Array.isArray(data) && data.length === 0) return empty;
  return children(data);
}
