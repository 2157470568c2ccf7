import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api";

const PATH = "/api/auth/sessions";

/** One's sessions, newest seen first; `reload` once one has ended. */
export function useDevices() {
  const queryClient = useQueryClient();
  return {
    devices: api.useQuery("get", PATH),
    reload: () => queryClient.invalidateQueries({ queryKey: ["get", PATH] }),
  };
}
