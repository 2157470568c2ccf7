import { toast } from "@/components/toast";
import { api, messageOf, useQueryCache } from "@/lib/api";

/** Returns the answers to an exchange: confirm, object and withdraw. */
export function useAnswer() {
  const cache = useQueryCache();
  // Somebody else may have been faster: reload the current state either way.
  const onSettled = () =>
    cache.invalidate("/api/exchanges", "/api/wallet/balance", "/api/wallet/transactions");
  const onError = (error: unknown) => void toast.error(messageOf(error));
  const options = { onSettled, onError };
  const confirm = api.useMutation("put", "/api/exchanges/{id}/confirm", {
    ...options,
    onSuccess: () => void toast.success("Confirmed. Thank you."),
  });
  const object = api.useMutation("put", "/api/exchanges/{id}/object", {
    onSettled,
    onSuccess: () => void toast.success("Your neighbour has been told."),
  });
  const withdraw = api.useMutation("put", "/api/exchanges/{id}/withdraw", {
    ...options,
    onSuccess: () => void toast.success("Withdrawn."),
  });
  return { confirm, object, withdraw };
}
