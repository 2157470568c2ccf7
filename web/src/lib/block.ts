import { useQueryClient } from "@tanstack/react-query";
import { api } from "./api";

/** Explanation of blocking, shown before it. */
export const BLOCKING =
  "You don't see each other any more: not in lists, searches or reviews, nor each other's profile. You stop following each other, and can't write to or book each other. Bookings you already have go on as agreed, without messages. They are not told.";

const PATH = "/api/users/block/{userId}";

/** Blocks a person, and refetches everything, since any response may contain them. */
export function useBlock() {
  const queryClient = useQueryClient();
  return api.useMutation("post", PATH, {
    onSuccess: () => {
      queryClient.invalidateQueries();
    },
  });
}

/** Removes a block, and refetches everything. */
export function useUnblock() {
  const queryClient = useQueryClient();
  return api.useMutation("delete", PATH, {
    onSuccess: () => {
      queryClient.invalidateQueries();
    },
  });
}
