import type { QueryKey } from "@tanstack/react-query";
import type { paths } from "./schema";
import type { ReadPath } from "./unwrap";

type Parameters<Path extends ReadPath> = paths[Path]["get"] extends { parameters: infer P }
  ? P
  : never;

/** Parameters that distinguish two responses of one path. */
export type ReadParams<Path extends ReadPath> = Partial<
  Pick<Parameters<Path>, ParameterPlace & keyof Parameters<Path>>
>;

type ParameterPlace = "path" | "query";

/**
 * Returns the cache key of an API response. Every reader, writer and invalidation uses it; without
 * parameters the key is also the prefix of all keys of its path.
 */
export function queryKey<Path extends ReadPath>(path: Path, params?: ReadParams<Path>): QueryKey {
  return keyOf(path, params);
}

/** Returns the cache key of a paged list. */
export function pagesKey(path: string, params: object): QueryKey {
  return [...keyOf(path, params), "pages"];
}

/** Returns the cache key of a path of any type; absent and empty parameters are one key. */
export function keyOf(path: string, params: object | undefined): QueryKey {
  const given = Object.values(params ?? {}).some((part) => part !== undefined);
  return given ? ["get", path, { params }] : ["get", path];
}

/** Returns the API path of a key. */
export function pathOf(key: QueryKey): unknown {
  return key[1];
}
