use async_trait::async_trait;
use poem_openapi::Enum;
use sparkyard_db::Fragment;
use surrealdb::types::SurrealValue;

use crate::{
    ApiError, ItemId, Timestamp, UserId,
    events::{
        bookings::Reviewed,
        community::NeedPosted,
        moderation::{PostHeld, PostSettled},
        skills::Published,
    },
};

/// Kind of what members post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum PostKind {
    /// A skill on offer.
    Skill,
    /// A need on the board.
    Need,
    /// A review of a booking.
    Review,
}

impl PostKind {
    /// Returns the word by which the kind is stored.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Skill => "skill",
            Self::Need => "need",
            Self::Review => "review",
        }
    }

    /// Returns the id of the case about a post of this kind.
    pub fn case(self, about: &str) -> ItemId {
        ItemId(format!("{}-{about}", self.word()))
    }
}

/// Something that a member is about to post.
#[derive(Clone, Debug)]
pub struct NewPost {
    /// Kind of the post.
    pub kind: PostKind,
    /// Id of the skill or need, or number of the booking.
    pub about: String,
    /// Author.
    pub author: UserId,
    /// Member whom it is about, if it is a review.
    pub reviewee: Option<UserId>,
    /// Time of the post.
    pub at: Timestamp,
}

/// The case of a post that staff look at before others see it.
#[derive(Clone)]
pub struct HeldPost {
    /// Writes that store the case.
    pub effects: Vec<Fragment>,
    /// Payload of [`POST_HELD`](crate::events::moderation::POST_HELD), which the caller publishes
    /// in the same write.
    pub payload: PostHeld,
}

/// The end of the case of a post that its author deletes.
pub struct WithdrawnPost {
    /// Deletes the case, if it is open.
    pub effect: Fragment,
    /// Payload of [`POST_SETTLED`](crate::events::moderation::POST_SETTLED), which the caller
    /// publishes in the same write.
    pub payload: PostSettled,
}

/// First posts of new members. Offered by moderation.
#[async_trait]
pub trait FirstPosts: Send + Sync + 'static {
    /// Returns the case of a new post if staff look at it first; `None` if others see it at once.
    async fn hold(&self, post: NewPost) -> Result<Option<HeldPost>, ApiError>;

    /// Prepares the end of the case of a post that its author deletes.
    fn withdraw(&self, post: NewPost) -> WithdrawnPost;
}

/// Effects of showing a post to others that they have never seen.
pub struct PostRelease {
    /// Writes that show it.
    pub effects: Vec<Fragment>,
    /// Events that it would have published without being held; none if others do not see it for
    /// another reason.
    pub announced: Vec<PostAnnouncement>,
}

/// Event about a post that others can see from now on, with its id.
pub enum PostAnnouncement {
    /// A skill became visible.
    Skill(String, Published),
    /// A need was posted.
    Need(String, NeedPosted),
    /// A booking was reviewed.
    Review(String, Reviewed),
}
