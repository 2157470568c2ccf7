import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { pagesKey, queryKey, type ReadParams } from "./query-keys";
import type { ListItem, ListPath, ReadData, ReadPath } from "./unwrap";

/** Cache of responses, by their path in the API. */
export interface QueryCache {
  /** Writes a response to the cache entry of this path, or updates the cached one. */
  setData: <Path extends ReadPath>(
    path: Path,
    data: ReadData<Path> | ((now: ReadData<Path> | undefined) => ReadData<Path> | undefined),
    params?: ReadParams<Path>,
  ) => void;
  /** Changes the pages of a paged list; does nothing without a cached one. */
  changePages: <Path extends ListPath>(
    path: Path,
    params: object,
    change: (pages: ListItem<Path>[][]) => ListItem<Path>[][],
  ) => void;
  /** Replaces all cached data by the function's results. */
  mapAll: (change: (data: unknown) => unknown) => void;
  /** Marks responses of these paths stale and refetches those on screen; resolves when loaded. */
  invalidate: (...paths: ReadPath[]) => Promise<void>;
  /** Marks responses of these paths as stale; those on screen are not refetched yet. */
  markStale: (...paths: ReadPath[]) => Promise<void>;
}

export function useQueryCache(): QueryCache {
  const queryClient = useQueryClient();
  return useMemo(() => queryCacheOf(queryClient), [queryClient]);
}

/** Form in which the cache holds a paged list. */
type Pages = InfiniteData<{ data: unknown[] }>;

function queryCacheOf(queryClient: QueryClient): QueryCache {
  const invalidate = async (paths: ReadPath[], refetchType: "active" | "none") => {
    await Promise.all(
      paths.map((path) => queryClient.invalidateQueries({ queryKey: queryKey(path), refetchType })),
    );
  };
  return {
    setData: (path, data, params) => {
      queryClient.setQueryData(queryKey(path, params), data);
    },
    changePages: (path, params, change) => {
      queryClient.setQueryData<Pages>(pagesKey(path, params), (now) => {
        if (!now) return undefined;
        const changed = change(now.pages.map(({ data }) => data as ListItem<typeof path>[]));
        return {
          ...now,
          pages: now.pages.map((page, at) => ({ ...page, data: changed[at] ?? [] })),
        };
      });
    },
    mapAll: (change) => {
      queryClient.setQueriesData({}, change);
    },
    invalidate: (...paths) => invalidate(paths, "active"),
    markStale: (...paths) => invalidate(paths, "none"),
  };
}
