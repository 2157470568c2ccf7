import { FollowList } from "../follow/follow-list";

/** The people whom the member follows. */
export function Component() {
  return (
    <FollowList
      title="Following"
      path="/api/follows/getfollowings"
      personOf={(record) => ({ id: record.following_id, name: record.following_name })}
      empty={{
        title: "You don't follow anyone yet",
        text: "Follow a neighbour to find them again quickly.",
      }}
    />
  );
}
