import type { ReactNode } from "react";
import { failureText } from "@/lib/api";
import { ErrorState } from "./error-state";

interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: QueryLike<Data>;
  /** Shown while loading. */
  skeleton: ReactNode;
  /** Shown instead of the server's error message, where the server answered. */
  error?: string | undefined;
  /** Shown when the data is an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows loaded data in its four states: loading, failed, empty, present. */
export function Loaded<Data>({ query, skeleton, error, empty, children }: LoadedProps<Data>) {
  const { data } = query;
  // Loaded data stays on screen when a later refresh fails.
  if (data === undefined) {
    if (!query.error) return skeleton;
    const message = failureText(query.error, error);
    return <ErrorState message={message} busy={query.isFetching} onRetry={() => query.refetch()} />;
  }
  if (empty && Array.isArray(data) && data.length === 0) return empty;
  return children(data);
}
