import { useQueryCache } from "@/lib/api";

/** Loads again what shows members, once one of them has changed. */
export function useReloadMembers(): () => void {
  const cache = useQueryCache();
  return () => cache.invalidate("/api/admin/members", "/api/admin/overview", "/api/admin/audit");
}
