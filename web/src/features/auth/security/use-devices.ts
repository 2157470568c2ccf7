import { api, useQueryCache } from "@/lib/api";

const PATH = "/api/auth/sessions";

/** One's sessions, newest seen first; `reload` once one has ended. */
export function useDevices() {
  const cache = useQueryCache();
  return {
    devices: api.useQuery("get", PATH),
    reload: () => cache.invalidate(PATH),
  };
}
