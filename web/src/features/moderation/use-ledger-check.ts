import { toast } from "@/components/toast";
import { ApiError, api, messageOf, useQueryCache } from "@/lib/api";
import { useSession } from "@/lib/session";
import { useSite } from "@/lib/site";

const PATH = "/api/admin/wallet/ledger-check";
/** How often to look whether a check that runs has ended. */
const POLL_MS = 2_000;

/** What the last check of all money found; admins alone may know. */
export function useLedgerCheck() {
  const isAdmin = useSession()?.claims.role === "admin";
  const hasWallet = useSite().data?.modules.includes("wallet") ?? false;
  return api.useQuery(
    "get",
    PATH,
    {},
    {
      enabled: isAdmin && hasWallet,
      retry: false,
      refetchInterval: ({ state }) => (state.data?.running ? POLL_MS : false),
    },
  );
}

/** Checks all money again. */
export function useRunLedgerCheck() {
  const cache = useQueryCache();
  return api.useMutation("post", PATH, {
    onSuccess: (check) => {
      cache.setData(PATH, check);
      cache.invalidate("/api/admin/audit");
      if (!check.running && check.last && !check.last.found_at) toast.success("All of it adds up");
    },
    onError: (error: unknown) => {
      // Somebody else was faster: theirs is as good.
      if (error instanceof ApiError && error.code === "wallet.check_running") {
        cache.invalidate(PATH);
      } else {
        toast.error(messageOf(error));
      }
    },
  });
}
