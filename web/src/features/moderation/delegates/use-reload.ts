import { useQueryCache } from "@/lib/api";

/** Returns a function that reloads what shows helpers. */
export function useReloadHelpers() {
  const cache = useQueryCache();
  return () => cache.invalidate("/api/admin/delegations", "/api/admin/members", "/api/admin/audit");
}
