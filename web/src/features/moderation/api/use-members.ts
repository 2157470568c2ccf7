import { useQueryCache } from "@/lib/api";

/** Returns a function that reloads all data about members, after one has changed. */
export function useReloadMembers(): () => void {
  const cache = useQueryCache();
  return () =>
    cache.invalidate(
      "/api/admin/members",
      "/api/admin/overview",
      "/api/admin/waiting",
      "/api/admin/audit",
    );
}
