import { api, useQueryCache } from "@/lib/api";

const PATH = "/api/auth/sessions";

/** Returns the member's sessions, most recently seen first; call `reload` after ending one. */
export function useDevices() {
  const cache = useQueryCache();
  return {
    devices: api.useQuery("get", PATH),
    reload: () => cache.invalidate(PATH),
  };
}
