import { api } from "@/lib/api";
import { useSession } from "@/lib/session";

/** Fetches the state of the site's set-up, for admins only, who can change it. */
export function useSetUp() {
  const isAdmin = useSession()?.claims.role === "admin";
  return api.useQuery("get", "/api/admin/set-up", {}, { enabled: isAdmin });
}

/** Returns the warnings about the server's settings. */
export function useSetUpWarnings() {
  return useSetUp().data?.warnings ?? [];
}
