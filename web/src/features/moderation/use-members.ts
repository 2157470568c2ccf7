import { useQueryClient } from "@tanstack/react-query";

/** Loads again what shows members, once one of them has changed. */
export function useReloadMembers(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const path of ["/api/admin/members", "/api/admin/overview", "/api/admin/audit"]) {
      queryClient.invalidateQueries({ queryKey: ["get", path] });
    }
  };
}
