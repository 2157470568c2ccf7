use poem_openapi::Object;
use sparkyard_kernel::{BookingId, DateTime, ModerationState, SkillId, UserId};

use crate::model::{NewReview, review::ReviewReply, seen::ReviewForViewer};

/// A new review of a completed booking.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct ReviewBody {
    /// The booked skill.
    skill_id: SkillId,
    /// The provider.
    reviewee_id: UserId,
    /// Rating, 1 to 5 stars.
    #[oai(validator(minimum(value = "1"), maximum(value = "5")))]
    rating: i64,
    /// Comment, at most 2000 characters; may be empty.
    #[oai(default, validator(max_length = 2000))]
    comment: String,
    /// The booking; defaults to the latest one without a review.
    booking_id: Option<BookingId>,
    /// Whether you felt safe. Private: only moderators see it.
    felt_safe: Option<bool>,
    /// Words for the moderators, at most 1,000 characters; only with `feltSafe`.
    #[oai(validator(max_length = 2000))]
    safety_words: Option<String>,
}

impl From<ReviewBody> for NewReview {
    fn from(body: ReviewBody) -> Self {
        let ReviewBody { skill_id, reviewee_id, rating, comment, booking_id, .. } = body;
        Self {
            skill: skill_id,
            reviewee: reviewee_id,
            rating,
            comment,
            booking: booking_id,
            felt_safe: body.felt_safe,
            safety_words: body.safety_words.unwrap_or_default(),
        }
    }
}

/// A reply to a review of you.
#[derive(Debug, Object)]
pub(crate) struct ReviewReplyBody {
    /// Reply, 1 to 1,000 characters.
    #[oai(validator(min_length = 1, max_length = 2000))]
    pub(crate) reply: String,
}

/// Reason for removing a review.
#[derive(Debug, Object)]
pub(crate) struct ReviewRemovalBody {
    /// Reason for the author and the audit log, 3 to 500 characters.
    #[oai(validator(min_length = 3, max_length = 500))]
    pub(crate) reason: String,
}

/// A client's review of a completed booking.
#[derive(Debug, Object)]
#[oai(rename = "Review")]
pub(crate) struct ReviewView {
    /// The booking's number as text.
    id: String,
    /// The skill.
    skill_id: SkillId,
    /// Name of the skill at the time of booking.
    skill_type: String,
    /// The booking.
    booking_id: BookingId,
    /// Rating, 1 to 5 stars.
    rating: u8,
    /// Comment; may be empty.
    comment: String,
    /// Time of the review, RFC 3339.
    created_at: DateTime,
    /// Author of the review.
    reviewer: Reviewer,
    /// Reply of the member reviewed.
    reply: Option<ReviewReplyView>,
    /// `visible`; or `held` for its author, until staff have looked at it as one of the first posts
    /// of a new member.
    moderation: ModerationState,
}

/// The reply of the member reviewed.
#[derive(Debug, Object)]
#[oai(rename = "ReviewReply")]
pub(crate) struct ReviewReplyView {
    /// Text of the reply.
    text: String,
    /// Time of the reply, RFC 3339.
    created_at: DateTime,
}

impl From<ReviewReply> for ReviewReplyView {
    fn from(reply: ReviewReply) -> Self {
        Self { text: reply.text, created_at: reply.at.into() }
    }
}

/// The author of a review.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct Reviewer {
    /// Member id; left out if the author is no longer visible.
    id: Option<UserId>,
    /// First name; `A former` if the author is no longer visible.
    firstname: String,
    /// Last name; `member` if the author is no longer visible.
    lastname: String,
    /// Root-relative path of the picture.
    photourl: Option<String>,
}

/// Name shown for an author who has left or is suspended.
const FORMER: [&str; 2] = ["A former", "member"];

impl From<ReviewForViewer> for ReviewView {
    fn from(seen: ReviewForViewer) -> Self {
        let ReviewForViewer { review, directory } = seen;
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
            reply: review.reply.map(ReviewReplyView::from),
            moderation: review.moderation.for_members(),
            reviewer: Reviewer {
                id: person.map(|person| person.id.clone()),
                firstname,
                lastname,
                photourl: person.and_then(|person| person.photourl.clone()),
            },
        }
    }
}
