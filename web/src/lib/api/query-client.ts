import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./error";

const MAX_RETRIES = 2;

/** Retries only what may succeed on a second try. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return failures < MAX_RETRIES && (status === 0 || status >= 502);
}

/** The cache of everything read from the server. */
export function createAppQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // `always`: when offline, fail and say so instead of waiting without a word.
      queries: { retry: shouldRetry, staleTime: 30_000, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
