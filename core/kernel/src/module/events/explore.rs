//! Events of following.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::UserId;

/// A member has followed another.
pub const FOLLOWED: Topic<Followed> = Topic::new("explore.followed");
/// A member has stopped following another.
pub const UNFOLLOWED: Topic<Followed> = Topic::new("explore.unfollowed");

/// Payload of [`FOLLOWED`] and [`UNFOLLOWED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Followed {
    /// Follower, or former follower.
    pub follower_id: UserId,
    /// Member followed.
    pub following_id: UserId,
}
