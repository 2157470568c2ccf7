import { onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { isOnline, onOnlineChange } from "@/lib/online";
import { ApiError, isUnanswered } from "./error";

const MAX_RETRIES = 2;

/** Retries only failures that may be temporary. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  const mayPass = status === 0 ? isOnline() : status >= 502;
  return failures < MAX_RETRIES && mayPass;
}

// Also covers a returning network whose loss the browser never reported.
onlineManager.setEventListener((tell) => onOnlineChange(() => tell(isOnline())));

/** Returns the cache of everything read from the server. */
export function createAppQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: async (error, { state }) => {
        if (!isUnanswered(error) || state.data !== undefined) return;
        const { restoreLastSeen } = await import("../last-seen");
        await restoreLastSeen(queryClient);
      },
    }),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        staleTime: 30_000,
        // Offline, fail with a message instead of waiting silently.
        networkMode: "always",
        // Data that changed meanwhile could not be refetched.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return queryClient;
}
