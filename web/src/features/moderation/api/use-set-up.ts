import { api } from "@/lib/api";
import { useSession } from "@/lib/session";

/** Fetches the warnings about the server's settings, for admins only, who can fix them. */
export function useSetUpWarnings() {
  const isAdmin = useSession()?.claims.role === "admin";
  return api.useQuery("get", "/api/admin/set-up", {}, { enabled: isAdmin }).data?.warnings ?? [];
}
