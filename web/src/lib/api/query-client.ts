import { onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { isOnline, onOnlineChange } from "@/lib/online";
import { ApiError } from "./error";

const MAX_RETRIES = 2;

/** Retries only what may succeed on a second try. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  const mayPass = status === 0 ? isOnline() : status >= 502;
  return failures < MAX_RETRIES && mayPass;
}

// Also when the network comes back of which the browser never said that it was gone.
onlineManager.setEventListener((tell) => onOnlineChange(() => tell(isOnline())));

/** The cache of everything read from the server. */
export function createAppQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: async (error, { state }) => {
        const unreachable = error instanceof ApiError && error.status === 0;
        if (!unreachable || state.data !== undefined) return;
        const { restoreLastSeen } = await import("../last-seen");
        await restoreLastSeen(queryClient);
      },
    }),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        staleTime: 30_000,
        // When offline, fail and say so instead of waiting without a word.
        networkMode: "always",
        // What became untrue meanwhile could not be asked for.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return queryClient;
}
