import { useMutation } from "@tanstack/react-query";
import { toast } from "@/components/toast";
import { client, messageOf, useQueryCache } from "@/lib/api";
import { useProfileCache } from "@/lib/profile";
import { type FollowPatch, patchPerson } from "../follow/patch-person";

interface Followed {
  id: string;
  is_following: boolean;
  total_followers?: number;
}

/** Follows or unfollows a person, at once on every screen; undone when the server refuses. */
export function useFollow(person: Followed) {
  const cache = useQueryCache();
  const { reload } = useProfileCache();
  const show = (patch: FollowPatch) => cache.mapAll((data) => patchPerson(data, person.id, patch));
  const { id, is_following, total_followers } = person;
  const shown = (following: boolean): FollowPatch => {
    // Cards and rows have no count.
    if (total_followers === undefined) return { is_following: following };
    const step = Number(following) - Number(is_following);
    return { is_following: following, total_followers: total_followers + step };
  };
  const { mutate } = useMutation({
    // Two quick presses reach the server in order.
    scope: { id: `follow ${id}` },
    mutationFn: async (follow: boolean) => {
      // The screen shows it as done already, so the request must outlive the page.
      const init = { params: { path: { userId: id } }, keepalive: true };
      const { data } = follow
        ? await client.POST("/api/follows/follow/{userId}", init)
        : await client.DELETE("/api/follows/unfollow/{userId}", init);
      return data;
    },
    onSuccess: (answer) => {
      if (answer) {
        show({ is_following: answer.following, total_followers: answer.total_followers });
      }
      // Not refetched at once: someone unfollowed by mistake stays in the list.
      cache.markStale("/api/follows/getfollowings");
      return reload();
    },
    onError: (error) => {
      show(shown(is_following));
      toast.error(messageOf(error));
    },
  });

  return () => {
    const follow = !is_following;
    show(shown(follow));
    mutate(follow);
  };
}
