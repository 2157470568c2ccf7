import type { QueryKey } from "@tanstack/react-query";
import type { paths } from "./schema";
import type { ReadPath } from "./unwrap";

type Parameters<Path extends ReadPath> = paths[Path]["get"] extends { parameters: infer P }
  ? P
  : never;

/** The parameters that tell two answers of one path apart. */
export type ReadParams<Path extends ReadPath> = Partial<
  Pick<Parameters<Path>, ParameterPlace & keyof Parameters<Path>>
>;

type ParameterPlace = "path" | "query";

/**
 * The key under which an answer of the contract is cached. Every reader, writer and
 * invalidation takes it from here; without parameters it is also the prefix of all answers
 * of its path.
 */
export function queryKey<Path extends ReadPath>(path: Path, params?: ReadParams<Path>): QueryKey {
  return keyOf(path, params);
}

/** The key of a list that is loaded page by page. */
export function pagesKey(path: string, params: object): QueryKey {
  return [...keyOf(path, params), "pages"];
}

/** The same, for parts that are generic over the paths. Absent and empty parameters are one key. */
export function keyOf(path: string, params: object | undefined): QueryKey {
  const given = Object.values(params ?? {}).some((part) => part !== undefined);
  return given ? ["get", path, { params }] : ["get", path];
}

/** The path of the contract that a key is of. */
export function pathOf(key: QueryKey): unknown {
  return key[1];
}
