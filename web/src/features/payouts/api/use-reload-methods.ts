import { useQueryCache } from "@/lib/api";
import { useProfileCache } from "@/lib/profile";

/** Returns a function that reloads the bank accounts, and the profile that counts them. */
export function useReloadMethods(): () => Promise<unknown> {
  const cache = useQueryCache();
  const { reload } = useProfileCache();
  return () => Promise.all([cache.invalidate("/api/settings/payment/withdrawalmethods"), reload()]);
}
