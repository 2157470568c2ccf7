use poem_openapi::Object;
use sparkyard_kernel::{DateTime, UserId, ports::PersonInfo};

use crate::model::{Direction, Follow};

/// State of a follow.
#[derive(Debug, Object)]
pub(crate) struct FollowState {
    /// Whether you now follow the member.
    pub(crate) following: bool,
    /// Number of followers of the member.
    pub(crate) total_followers: u32,
}

/// A follow between you and another member.
#[derive(Debug, Object)]
pub(crate) struct FollowRecord {
    /// Id of the followed member.
    pub(crate) following_id: UserId,
    /// Name of the followed member.
    pub(crate) following_name: String,
    /// Always absent: email addresses are not shown to others.
    pub(crate) following_email: Option<String>,
    /// Id of the follower.
    pub(crate) follower_id: UserId,
    /// Name of the follower.
    pub(crate) follower_name: String,
    /// Always absent: email addresses are not shown to others.
    pub(crate) follower_email: Option<String>,
    /// Photo of the other person, root-relative.
    pub(crate) photourl: Option<String>,
    /// Always absent: telephone numbers are not shown to others.
    pub(crate) phone: Option<String>,
    /// Whether you follow the other person.
    pub(crate) is_following: bool,
    /// City of the other person.
    pub(crate) location: String,
    /// Time of the follow, RFC 3339.
    pub(crate) created_at: DateTime,
}

impl FollowRecord {
    /// Creates the record of `follow`, which connects the caller (`own`) and another member.
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
