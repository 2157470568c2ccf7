use poem_openapi::Object;
use sparkyard_kernel::{BookingId, DateTime, SkillId, UserId};

use super::name;
use crate::{model::Review, service::Directory};

/// What a client says about a completed booking.
#[derive(Debug, Object)]
#[oai(rename = "Review")]
pub(crate) struct ReviewView {
    /// The booking's number as text.
    id: String,
    /// Which skill.
    skill_id: SkillId,
    /// What the skill was called when it was booked.
    skill_type: String,
    /// The booking.
    booking_id: BookingId,
    /// 1 to 5 stars.
    rating: u8,
    /// May be empty.
    comment: String,
    /// RFC 3339.
    created_at: DateTime,
    /// Who wrote it.
    reviewer: Reviewer,
}

/// Who wrote a review.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct Reviewer {
    /// Member id.
    id: UserId,
    /// First name.
    firstname: String,
    /// Last name.
    lastname: String,
    /// Root-relative picture.
    photourl: Option<String>,
}

impl ReviewView {
    /// A review with the name of its author.
    pub(crate) fn new(review: &Review, directory: &Directory) -> Self {
        let (firstname, lastname) = name(&review.reviewer, directory);
        let person = directory.person(&review.reviewer);
        Self {
            id: review.booking.to_string(),
            skill_id: review.skill.clone(),
            skill_type: review.skill_type.clone(),
            booking_id: review.booking,
            rating: review.rating,
            comment: review.comment.clone(),
            created_at: review.created_at.into(),
            reviewer: Reviewer {
                id: review.reviewer.clone(),
                firstname,
                lastname,
                photourl: person.and_then(|person| person.photourl.clone()),
            },
        }
    }
}
