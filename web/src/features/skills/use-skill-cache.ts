import { useQueryClient } from "@tanstack/react-query";
import { useProfileCache } from "@/lib/profile";

/** Everything that shows a skill is loaded anew after a change: lists, details and the own profile. */
export function useReloadSkills(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  const { reload } = useProfileCache();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ["get", "/api/skills/user/all"] }),
      queryClient.invalidateQueries({ queryKey: ["get", "/api/skills/{id}"] }),
      reload(),
    ]);
}
