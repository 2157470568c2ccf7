use poem_openapi::Object;
use sparkyard_kernel::{BookingId, DateTime, SkillId, UserId};

use crate::model::{NewReview, seen::SeenReview};

/// What a client says about a completed booking.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct ReviewBody {
    /// The skill that was booked.
    skill_id: SkillId,
    /// The provider.
    reviewee_id: UserId,
    /// 1 to 5 stars.
    #[oai(validator(minimum(value = "1"), maximum(value = "5")))]
    rating: i64,
    /// At most 2000 characters; may be empty.
    #[oai(default, validator(max_length = 2000))]
    comment: String,
    /// Which booking; the latest one without a review when left out.
    booking_id: Option<BookingId>,
}

impl From<ReviewBody> for NewReview {
    fn from(body: ReviewBody) -> Self {
        let ReviewBody { skill_id, reviewee_id, rating, comment, booking_id } = body;
        Self { skill: skill_id, reviewee: reviewee_id, rating, comment, booking: booking_id }
    }
}

/// Why a review is taken away.
#[derive(Debug, Object)]
pub(crate) struct ReviewRemovalBody {
    /// For whoever wrote it, and for the audit log; 3 to 500 characters.
    #[oai(validator(min_length = 3, max_length = 500))]
    pub(crate) reason: String,
}

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
    /// Member id; left out for somebody who is not to be seen here any more.
    id: Option<UserId>,
    /// First name; `A former` for somebody who is not to be seen.
    firstname: String,
    /// Last name; `member` for somebody who is not to be seen.
    lastname: String,
    /// Root-relative picture.
    photourl: Option<String>,
}

/// How somebody is called who has left, or is suspended.
const FORMER: [&str; 2] = ["A former", "member"];

impl From<SeenReview> for ReviewView {
    fn from(seen: SeenReview) -> Self {
        let SeenReview { review, directory } = seen;
        let person = directory.person(&review.reviewer).filter(|person| person.listed);
        let (firstname, lastname) = match person {
            Some(person) => (person.firstname.clone(), person.lastname.clone()),
            None => FORMER.map(str::to_owned).into(),
        };
        Self {
            id: review.booking.to_string(),
            skill_id: review.skill,
            skill_type: review.skill_type,
            booking_id: review.booking,
            rating: review.rating,
            comment: review.comment,
            created_at: review.created_at.into(),
            reviewer: Reviewer {
                id: person.map(|person| person.id.clone()),
                firstname,
                lastname,
                photourl: person.and_then(|person| person.photourl.clone()),
            },
        }
    }
}
