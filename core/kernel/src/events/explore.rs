//! Who follows whom.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::UserId;

/// Somebody follows somebody.
pub const FOLLOWED: Topic<Followed> = Topic::new("explore.followed");
/// Somebody no longer does.
pub const UNFOLLOWED: Topic<Followed> = Topic::new("explore.unfollowed");

/// Payload of [`FOLLOWED`] and [`UNFOLLOWED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Followed {
    /// Who follows, or did.
    pub follower_id: UserId,
    /// Whom.
    pub following_id: UserId,
}
