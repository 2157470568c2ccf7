import { toast } from "@/components/toast";
import { api, messageOf, useQueryCache } from "@/lib/api";
import type { CommunityEvent } from "../event-words";

const EVENT = "/api/community/events/{id}";

/** Returns what a member can do about an event: join and leave it. */
export function useEventSeat({ id }: CommunityEvent) {
  const cache = useQueryCache();
  const onSuccess = (messageFor: (event: CommunityEvent) => string) => (event: CommunityEvent) => {
    cache.setData(EVENT, event, { path: { id } });
    cache.invalidate("/api/community/events", "/api/community/events/{id}/guests");
    toast.success(messageFor(event));
  };
  const onError = (error: unknown) => {
    toast.error(messageOf(error));
    // It may be cancelled or full by now: show the current state.
    cache.invalidate("/api/community/events", EVENT);
  };
  const join = api.useMutation("post", "/api/community/events/{id}/join", {
    onSuccess: onSuccess(({ own }) =>
      own === "joined" ? "You have a place." : "You are on the waiting list.",
    ),
    onError,
  });
  const leave = api.useMutation("post", "/api/community/events/{id}/leave", {
    onSuccess: onSuccess(() => "You have left the event."),
    onError,
  });
  const params = { path: { id } };
  return {
    join: () => join.mutate({ params }),
    leave: () => leave.mutate({ params }),
    busy: join.isPending || leave.isPending,
  };
}
