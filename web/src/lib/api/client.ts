import {
  type InfiniteData,
  keepPreviousData,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import createFetchClient from "openapi-fetch";
import createQueryClient from "openapi-react-query";
import type { ApiError } from "./error";
import { keyOf, pagesKey } from "./query-keys";
import type { components, operations, paths } from "./schema";
import { send, sendForData } from "./send";
import type { DataPaths, ListItem, ListPath } from "./unwrap";

/** Types of the API by name: `Schemas["Booking"]`. */
export type Schemas = components["schemas"];

/** Fields of a multipart body, by operation: `FormBody<"create_skill">`. */
export type FormBody<Operation extends keyof operations> = operations[Operation] extends {
  requestBody: { content: { "multipart/form-data": infer Body } };
}
  ? Body
  : never;

const baseUrl = window.location.origin;

/** Typed client whose calls resolve to the envelope's `data` and reject with `ApiError`. */
export const client = createFetchClient<DataPaths>({
  baseUrl,
  fetch: (request) => sendForData(request),
});

const hooks = createQueryClient(client);

type QueryOptions = typeof hooks.queryOptions;

/** Typed for one path: a union of all paths exceeds the compiler's limits. */
const optionsOf = (method: "get", path: "/api/site", init?: Init, options?: object) => ({
  ...hooks.queryOptions(method, path, init, options),
  queryKey: keyOf(path, init?.params),
});

/** `queryOptions` of openapi-react-query, with the key of `queryKey`. */
const queryOptions = optionsOf as unknown as QueryOptions;

/** Parameters of a read call; it has no others. */
type Init = { params?: object };

/** Typed hooks over `client`: `api.useQuery("get", path)`, `api.useMutation("post", path)`. */
export const api = {
  queryOptions,
  useQuery: ((...call: Parameters<typeof optionsOf>) =>
    useQuery(optionsOf(...call) as unknown as UseQueryOptions)) as unknown as typeof hooks.useQuery,
  useMutation: hooks.useMutation,
};

/** Typed client whose calls resolve to the whole envelope, for its `message`. */
export const envelopeClient = createFetchClient<paths>({
  baseUrl,
  fetch: (request) => send(request),
});

interface Page<T> {
  data: T[];
  next_cursor?: string;
}

/**
 * Fetches a list of the API page by page. `data` holds all loaded items; `fetchNextPage()` loads
 * more while `hasNextPage`.
 */
export function usePages<P extends ListPath>(
  path: P,
  params: PageParams = {},
  { keepPrevious, lastPageFirst, ...options }: PageOptions = {},
) {
  return useInfiniteQuery<
    Page<ListItem<P>>,
    ApiError,
    ListItem<P>[],
    readonly unknown[],
    string | undefined
  >({
    ...options,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
    queryKey: pagesKey(path, params),
    select: lastPageFirst ? itemsFromLast : itemsOf,
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next_cursor,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...params.query, cursor: pageParam };
      const get = envelopeClient.GET as unknown as (
        path: P,
        init: object,
      ) => Promise<{ data: Page<ListItem<P>> }>;
      return (await get(path, { params: { ...params, query }, signal })).data;
    },
  });
}

const itemsOf = <T>({ pages }: InfiniteData<Page<T>>) => pages.flatMap(({ data }) => data);
const itemsFromLast = <T>({ pages }: InfiniteData<Page<T>>) =>
  pages.toReversed().flatMap(({ data }) => data);

interface PageOptions {
  enabled?: boolean;
  /** Age at which a response is fetched again, in milliseconds. */
  staleTime?: number;
  /** Poll interval in milliseconds while the page is visible. */
  refetchInterval?: number | false;
  /** Shows the previous data while other data is loading. */
  keepPrevious?: boolean;
  /** Puts the items of later pages before those of earlier ones. */
  lastPageFirst?: boolean;
}

interface PageParams {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
}
