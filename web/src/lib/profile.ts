import { api, type Schemas, useQueryCache } from "./api";
import { useSession } from "./session";

const PATH = "/api/users/profile/{id}";

/** The signed-in person's own profile; shared by the shell and every screen that shows it. */
export function useOwnProfile() {
  const id = useSession()?.claims.id ?? "";
  return api.useQuery("get", PATH, { params: { path: { id } } }, { enabled: id !== "" });
}

/**
 * Keeps what changes the own profile in step: `store` an answer that is one, `change` what is known
 * of it before, `reload` otherwise.
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
