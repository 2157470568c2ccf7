import type { ApiError } from "./error";
import type { paths } from "./schema";

/*
 * The generated types describe responses inside the envelope. These types describe the results of
 * `sendForData`: the `data` of a success, and `ApiError` otherwise.
 */

type OkStatus = 200 | 201 | 202;

type UnwrapContent<C> = {
  [Media in keyof C]: C[Media] extends { status: unknown; data?: infer D } ? D : C[Media];
};

type UnwrapResponses<R> = {
  [Status in keyof R as Status extends OkStatus ? Status : never]: R[Status] extends {
    content: infer C;
  }
    ? Omit<R[Status], "content"> & { content: UnwrapContent<C> }
    : R[Status];
} & { default: { headers: Record<string, unknown>; content: { "application/json": ApiError } } };

type UnwrapOperation<O> = O extends { responses: infer R }
  ? Omit<O, "responses"> & { responses: UnwrapResponses<R> }
  : O;

/** Paths of the API with every response unwrapped. */
export type DataPaths = {
  [Path in keyof paths]: { [Method in keyof paths[Path]]: UnwrapOperation<paths[Path][Method]> };
};

/** Response of a path to `GET`. */
export type ReadData<Path extends keyof paths> = DataPaths[Path]["get"] extends {
  responses: { 200: { content: infer C } };
}
  ? C[keyof C]
  : never;

/** Paths that support `GET`. */
export type ReadPath = {
  [Path in keyof paths]: [ReadData<Path>] extends [never] ? never : Path;
}[keyof paths];

/** Paths that return a list. */
export type ListPath = {
  [Path in ReadPath]: ReadData<Path> extends readonly unknown[] ? Path : never;
}[ReadPath];

/** Item of the list at a path. */
export type ListItem<Path extends ListPath> =
  ReadData<Path> extends readonly (infer Item)[] ? Item : never;
