import { useQueryClient } from "@tanstack/react-query";
import { api } from "./api";

/** What blocking somebody means, before one does. */
export const BLOCKING =
  "You don't see each other in lists and searches, don't follow each other any more, and can't write to or book each other. Bookings you already have go on as agreed. They are not told.";

const PATH = "/api/users/block/{userId}";

/** Blocks somebody. Whatever was known of them may be otherwise afterwards. */
export function useBlock() {
  const queryClient = useQueryClient();
  return api.useMutation("post", PATH, {
    onSuccess: () => {
      queryClient.invalidateQueries();
    },
  });
}

/** Ends a block. */
export function useUnblock() {
  const queryClient = useQueryClient();
  return api.useMutation("delete", PATH, {
    onSuccess: () => {
      queryClient.invalidateQueries();
    },
  });
}
