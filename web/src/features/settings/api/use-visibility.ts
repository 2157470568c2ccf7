import { useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { useProfileCache } from "@/lib/profile";

const PATH = "/api/users/visibility";

/** Returns a function that shows the member to clients or hides them, at once. */
export function useVisibility(id: string): (visible: boolean) => void {
  const queryClient = useQueryClient();
  const cache = useProfileCache();
  // While another press waits, the switch shows that one, which the server does not have yet.
  const isLast = () => queryClient.isMutating({ mutationKey: ["put", PATH] }) === 1;
  const save = api.useMutation("put", PATH, {
    // Saves run one after the other, so that the last press wins.
    scope: { id: PATH },
    onMutate: ({ body: { visible } }) => {
      cache.change(id, { visible });
    },
    onError: (error, { body: { visible } }) => {
      if (isLast()) cache.change(id, { visible: !visible });
      toast.error(messageOf(error, "Something went wrong while updating profile"));
    },
    onSettled: () => {
      if (isLast()) cache.reload();
    },
  });
  // The switch shows it as done, so the request must outlive the page.
  return (visible) => save.mutate({ body: { visible }, keepalive: true });
}
