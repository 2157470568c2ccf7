import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { pagesKey, queryKey, type ReadParams } from "./query-keys";
import type { ListItem, ListPath, ReadData, ReadPath } from "./unwrap";

/** The cache of answers, by the path of the contract they were read from. */
export interface QueryCache {
  /** Writes an answer to the cache entry of this path, or updates the one that is cached. */
  setData: <Path extends ReadPath>(
    path: Path,
    data: ReadData<Path> | ((now: ReadData<Path> | undefined) => ReadData<Path> | undefined),
    params?: ReadParams<Path>,
  ) => void;
  /** Changes the pages of a list that is loaded page by page; nothing where none is there. */
  changePages: <Path extends ListPath>(
    path: Path,
    params: object,
    change: (pages: ListItem<Path>[][]) => ListItem<Path>[][],
  ) => void;
  /** Replaces everything cached by what the function makes of it. */
  mapAll: (change: (data: unknown) => unknown) => void;
  /** Marks all answers of these paths as old, and loads again what is on screen; resolves when that is there. */
  invalidate: (...paths: ReadPath[]) => Promise<void>;
  /** Marks all answers of these paths as old; what is on screen stays until it is asked for anew. */
  markStale: (...paths: ReadPath[]) => Promise<void>;
}

export function useQueryCache(): QueryCache {
  const queryClient = useQueryClient();
  return useMemo(() => queryCacheOf(queryClient), [queryClient]);
}

/** How the cache holds a list that is loaded page by page. */
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
