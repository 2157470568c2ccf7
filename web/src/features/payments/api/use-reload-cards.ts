import { useQueryCache } from "@/lib/api";

/** Returns a function that reloads the cards. */
export function useReloadCards(): () => Promise<unknown> {
  const cache = useQueryCache();
  return () => cache.invalidate("/api/settings/payment/billingmethods");
}
