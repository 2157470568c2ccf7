import { useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "./api";
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
  const queryClient = useQueryClient();
  const keyOf = (id: string) => ["get", PATH, { params: { path: { id } } }];
  return {
    store: (profile: Schemas["Profile"]) => queryClient.setQueryData(keyOf(profile.id), profile),
    change: (id: string, part: Partial<Schemas["Profile"]>) =>
      queryClient.setQueryData<Schemas["Profile"]>(keyOf(id), (now) => now && { ...now, ...part }),
    reload: () => queryClient.invalidateQueries({ queryKey: ["get", PATH] }),
  };
}
