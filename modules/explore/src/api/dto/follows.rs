use poem_openapi::Object;
use sparkyard_kernel::{DateTime, UserId, ports::PersonInfo};

use crate::model::{Direction, Follow};

/// Where you stand with somebody.
#[derive(Debug, Object)]
pub(crate) struct FollowState {
    /// Whether you follow them now.
    pub(crate) following: bool,
    /// How many follow them.
    pub(crate) total_followers: u32,
}

/// One person following another.
#[derive(Debug, Object)]
pub(crate) struct FollowRecord {
    /// Who is followed.
    pub(crate) following_id: UserId,
    /// Their name.
    pub(crate) following_name: String,
    /// Never there: addresses are not shown to others.
    pub(crate) following_email: Option<String>,
    /// Who follows.
    pub(crate) follower_id: UserId,
    /// Their name.
    pub(crate) follower_name: String,
    /// Never there: addresses are not shown to others.
    pub(crate) follower_email: Option<String>,
    /// Photo of the other person, root-relative.
    pub(crate) photourl: Option<String>,
    /// Never there: numbers are not shown to others.
    pub(crate) phone: Option<String>,
    /// Whether you follow the other person.
    pub(crate) is_following: bool,
    /// City of the other person.
    pub(crate) location: String,
    /// Since when, RFC 3339.
    pub(crate) created_at: DateTime,
}

impl FollowRecord {
    /// The record of `follow`, an edge between `own`, the caller, and somebody else.
    pub(crate) fn new(own: &PersonInfo, direction: Direction, follow: &Follow) -> Self {
        let (following, follower) = match direction {
            Direction::Followings => (&follow.other, own),
            Direction::Followers => (own, &follow.other),
        };
        Self {
            following_id: following.id.clone(),
            following_name: following.name(),
            following_email: None,
            follower_id: follower.id.clone(),
            follower_name: follower.name(),
            follower_email: None,
            photourl: follow.other.photourl.clone(),
            phone: None,
            is_following: follow.is_following,
            location: follow.other.location.clone(),
            created_at: follow.created_at.into(),
        }
    }
}
