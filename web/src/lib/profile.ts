import { api, type Schemas, useQueryCache } from "./api";
import { useSession } from "./session";

const PATH = "/api/users/profile/{id}";

/** Fetches the signed-in person's own profile, shared by all screens that show it. */
export function useOwnProfile() {
  const id = useSession()?.claims.id ?? "";
  return api.useQuery("get", PATH, { params: { path: { id } } }, { enabled: id !== "" });
}

/**
 * Returns functions that update the cached own profile: `store` a response, `change` single fields,
 * or `reload` it.
 */
export function useProfileCache() {
  const cache = useQueryCache();
  return {
    store: (profile: Schemas["Profile"]) =>
      cache.setData(PATH, profile, { path: { id: profile.id } }),
    change: (id: string, part: Partial<Schemas["Profile"]>) =>
      cache.setData(PATH, (now) => now && { ...now, ...part }, { path: { id } }),
    reload: () => cache.invalidate(PATH),
  };
}
