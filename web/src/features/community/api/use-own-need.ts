import { toast } from "@/components/toast";
import { api, messageOf, useQueryCache } from "@/lib/api";

/** Returns what the author of a need can do with it: renew, close and delete it. */
export function useOwnNeed(onDeleted: () => void) {
  const cache = useQueryCache();
  // Somebody may have answered meanwhile: reload the current state either way.
  const onSettled = () => cache.invalidate("/api/needs", "/api/needs/{id}");
  const renew = api.useMutation("put", "/api/needs/{id}/renew", {
    onSettled,
    onSuccess: () => void toast.success("Renewed."),
    onError: (error) => void toast.error(messageOf(error)),
  });
  const close = api.useMutation("put", "/api/needs/{id}/close", {
    onSettled,
    onSuccess: () => void toast.success("Sorted. Thank you for saying so."),
  });
  const remove = api.useMutation("delete", "/api/needs/{id}", {
    onSuccess: () => {
      cache.markStale("/api/needs");
      toast.success("Deleted.");
      onDeleted();
    },
  });
  return { renew, close, remove };
}
