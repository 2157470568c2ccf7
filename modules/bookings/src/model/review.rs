//! Reviews, replies to them, and the private question that is asked beside them.

use sparkyard_kernel::{BookingId, ModerationState, SkillId, Timestamp, UserId};

/// A client's review of a completed booking.
#[derive(Clone, Debug)]
pub(crate) struct Review {
    pub(crate) booking: BookingId,
    pub(crate) skill: SkillId,
    pub(crate) skill_type: String,
    pub(crate) reviewer: UserId,
    pub(crate) reviewee: UserId,
    /// Rating, 1 to 5.
    pub(crate) rating: u8,
    pub(crate) comment: String,
    pub(crate) created_at: Timestamp,
    pub(crate) reply: Option<ReviewReply>,
    pub(crate) moderation: ModerationState,
}

impl Review {
    /// Checks whether `viewer` may see it, as far as staff are concerned: its author also sees it
    /// while it is held.
    pub(crate) fn is_shown_to(&self, viewer: &UserId) -> bool {
        let is_held = self.moderation == ModerationState::Held;
        self.moderation.is_shown() || (is_held && self.reviewer == *viewer)
    }
}

/// The provider's reply to a review.
#[derive(Clone, Debug)]
pub(crate) struct ReviewReply {
    pub(crate) text: String,
    pub(crate) at: Timestamp,
}

/// A new review, not yet validated.
pub(crate) struct NewReview {
    pub(crate) skill: SkillId,
    pub(crate) reviewee: UserId,
    pub(crate) rating: i64,
    pub(crate) comment: String,
    pub(crate) booking: Option<BookingId>,
    /// Answer to the private question whether the client felt safe, if they gave one.
    pub(crate) felt_safe: Option<bool>,
    /// Words that they add to that answer.
    pub(crate) safety_words: String,
}

/// A member's private answer to the question whether they felt safe with another.
#[derive(Clone, Debug)]
pub(crate) struct SafetyAnswer {
    pub(crate) booking: BookingId,
    pub(crate) by: UserId,
    pub(crate) about: UserId,
    pub(crate) safe: bool,
    pub(crate) words: String,
    pub(crate) at: Timestamp,
}
