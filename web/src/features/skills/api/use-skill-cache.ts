import { useQueryCache } from "@/lib/api";
import { useProfileCache } from "@/lib/profile";

/**
 * Returns a function that reloads a skill's lists and details, and the own profile. A need says
 * whether one has a skill for it.
 */
export function useReloadSkills(): () => Promise<unknown> {
  const cache = useQueryCache();
  const { reload } = useProfileCache();
  return () =>
    Promise.all([
      cache.invalidate("/api/skills/user/all", "/api/skills/{id}"),
      cache.markStale("/api/needs/{id}"),
      reload(),
    ]);
}
