export { api, client, envelopes, type FormBody, type Schemas, usePages } from "./client";
export { ApiError, messageOf } from "./error";
export { useIdempotencyKey } from "./idempotency";
export { multipart } from "./multipart";
export { type OnProgress, withProgress } from "./progress";
export { type QueryCache, useQueryCache } from "./query-cache";
export { pathOf, queryKey } from "./query-keys";
export type { ReadPath } from "./unwrap";
