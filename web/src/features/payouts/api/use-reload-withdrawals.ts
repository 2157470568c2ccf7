import { useQueryCache } from "@/lib/api";

/** Returns a function that reloads the withdrawals, and the wallet that they change. */
export function useReloadWithdrawals(): () => Promise<unknown> {
  const cache = useQueryCache();
  return () =>
    cache.invalidate("/api/withdrawals", "/api/wallet/balance", "/api/wallet/transactions");
}
