import { toast } from "@/components/toast";
import { ApiError, api, messageOf, useQueryCache } from "@/lib/api";
import { useSession } from "@/lib/session";
import { useSite } from "@/lib/site";

const PATH = "/api/admin/wallet/ledger-check";
/** Poll interval for a running check. */
const POLL_MS = 2_000;

/** Fetches the result of the last ledger check, for admins only. */
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

/** Starts a ledger check. */
export function useRunLedgerCheck() {
  const cache = useQueryCache();
  return api.useMutation("post", PATH, {
    onSuccess: (check) => {
      cache.setData(PATH, check);
      cache.invalidate("/api/admin/audit");
      if (!check.running && check.last && !check.last.found_at)
        toast.success("All money and sparks add up");
    },
    onError: (error: unknown) => {
      // Another admin's check is running: its result serves as well.
      if (error instanceof ApiError && error.code === "wallet.check_running") {
        cache.invalidate(PATH);
      } else {
        toast.error(messageOf(error));
      }
    },
  });
}
