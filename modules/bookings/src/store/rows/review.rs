//! Rows of reviews.

use sparkyard_kernel::{
    BookingId, ModerationState, SkillId, Timestamp, UserId,
    db::{DbError, SurrealValue},
};

use super::corrupt;
use crate::{
    model::review::{Review, ReviewReply},
    store::newest,
};

/// A review; the id is the number of its booking.
#[derive(SurrealValue)]
pub(in crate::store) struct ReviewRow {
    pub(in crate::store) id: BookingId,
    skill: SkillId,
    skill_type: String,
    reviewer: UserId,
    reviewee: UserId,
    rating: i64,
    comment: String,
    created_at: Timestamp,
    reply: Option<String>,
    replied_at: Option<Timestamp>,
    moderation: ModerationState,
    shown: bool,
    pub(in crate::store) newest: i64,
}

impl From<&Review> for ReviewRow {
    fn from(review: &Review) -> Self {
        let reply = review.reply.as_ref();
        Self {
            id: review.booking,
            skill: review.skill.clone(),
            skill_type: review.skill_type.clone(),
            reviewer: review.reviewer.clone(),
            reviewee: review.reviewee.clone(),
            rating: review.rating.into(),
            comment: review.comment.clone(),
            created_at: review.created_at,
            reply: reply.map(|reply| reply.text.clone()),
            replied_at: reply.map(|reply| reply.at),
            moderation: review.moderation,
            shown: review.moderation.is_shown(),
            newest: newest(review.created_at, review.booking.0),
        }
    }
}

impl TryFrom<ReviewRow> for Review {
    type Error = DbError;

    fn try_from(row: ReviewRow) -> Result<Self, DbError> {
        let reply = row.reply.zip(row.replied_at);
        Ok(Self {
            booking: row.id,
            skill: row.skill,
            skill_type: row.skill_type,
            reviewer: row.reviewer,
            reviewee: row.reviewee,
            rating: u8::try_from(row.rating).map_err(|_| corrupt("rating", &row.rating))?,
            comment: row.comment,
            created_at: row.created_at,
            reply: reply.map(|(text, at)| ReviewReply { text, at }),
            moderation: row.moderation,
        })
    }
}
