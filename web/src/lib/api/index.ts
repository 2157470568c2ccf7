export {
  api,
  client,
  envelopeClient,
  type FormBody,
  type Schemas,
  usePages,
} from "./client";
export { ApiError, failureText, isUnanswered, messageOf } from "./error";
export { useIdempotencyKey } from "./idempotency";
export { multipart } from "./multipart";
export { withProgress } from "./progress";
export { useQueryCache } from "./query-cache";
export { pathOf, queryKey } from "./query-keys";
export type { ReadPath } from "./unwrap";
