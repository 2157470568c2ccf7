import { FollowList } from "../follow/follow-list";

/** The people who follow the member. */
export function Component() {
  return (
    <FollowList
      title="Followers"
      path="/api/follows/getfollowers"
      personOf={(record) => ({ id: record.follower_id, name: record.follower_name })}
      empty={{
        title: "Nobody follows you yet",
        text: "Say hello first: follow a neighbour near you.",
      }}
    />
  );
}
