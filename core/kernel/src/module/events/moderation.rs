//! Events of reports by members and of decisions by staff.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{
    BookingId, ItemId, SkillId, Timestamp, UserId,
    ports::{PostKind, SanctionKind},
};

/// A message, a person, a skill, a need or a review was reported, or a member said that they did not
/// feel safe; it waits for a decision.
pub const REPORTED: Topic<Reported> = Topic::new("moderation.reported");
/// Staff have decided a report.
pub const REPORT_DECIDED: Topic<ReportDecided> = Topic::new("moderation.report_decided");
/// Staff have removed a message, or text and photo of a profile.
pub const CONTENT_REMOVED: Topic<ContentRemoved> = Topic::new("moderation.content_removed");
/// Staff have taken down a skill.
pub const SKILL_TAKEN_DOWN: Topic<SkillTakenDown> = Topic::new("moderation.skill_taken_down");
/// Staff have taken down a need.
pub const NEED_TAKEN_DOWN: Topic<NeedTakenDown> = Topic::new("moderation.need_taken_down");
/// Staff have removed a review that was reported.
pub const REVIEW_TAKEN_DOWN: Topic<ReviewTakenDown> = Topic::new("moderation.review_taken_down");
/// Staff have restored a skill that was taken down.
pub const SKILL_LET_BACK: Topic<SkillLetBack> = Topic::new("moderation.skill_let_back");
/// A member has appealed against a decision.
pub const APPEALED: Topic<Appealed> = Topic::new("moderation.appealed");
/// Staff have decided an appeal.
pub const APPEAL_DECIDED: Topic<AppealDecided> = Topic::new("moderation.appeal_decided");
/// A new member has posted something that staff look at before others see it.
pub const POST_HELD: Topic<PostHeld> = Topic::new("moderation.post_held");
/// A post no longer waits for staff: it was shown or removed, or its author deleted it.
pub const POST_SETTLED: Topic<PostSettled> = Topic::new("moderation.post_settled");

/// Reports or appeals that a member of staff may decide are late; at most once a day.
pub const COMPLAINTS_LATE: Topic<ComplaintsLate> = Topic::new("moderation.complaints_late");
/// A risk assessment of the site is due; at most once a month.
pub const ASSESSMENT_DUE: Topic<AssessmentDue> = Topic::new("moderation.assessment_due");

/// Payload of [`REPORTED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Reported {
    /// Id of the report.
    pub report_id: ItemId,
    /// Author of the report.
    pub reporter_id: UserId,
    /// Member reported, or owner of the reported message, skill, need or review. Neither the reporter
    /// nor this member is notified as staff.
    pub reported_id: UserId,
}

/// Payload of [`REPORT_DECIDED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ReportDecided {
    /// Id of the report.
    pub report_id: ItemId,
    /// Author of the report, who learns no more than whether action was taken.
    pub reporter_id: UserId,
    /// Member reported, or owner of the reported message, skill or need, who never learns who reported.
    pub reported_id: UserId,
    /// Whether action was taken.
    pub acted: bool,
    /// Message to the reported member, if any.
    pub warning: Option<String>,
    /// End of the time in which that member may appeal the warning.
    pub appeal_until: Option<Timestamp>,
}

/// Payload of [`CONTENT_REMOVED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ContentRemoved {
    /// Kind of the decision.
    pub kind: SanctionKind,
    /// Author.
    pub user_id: UserId,
    /// Reason, in the words of staff.
    pub reason: String,
    /// End of the time in which the member may appeal.
    pub appeal_until: Option<Timestamp>,
}

/// Payload of [`SKILL_TAKEN_DOWN`].
#[derive(Clone, Debug, SurrealValue)]
pub struct SkillTakenDown {
    /// Id of the skill.
    pub skill_id: SkillId,
    /// Name of the skill.
    pub skill_type: String,
    /// Provider of the skill.
    pub user_id: UserId,
    /// Reason, in the words of staff.
    pub reason: String,
    /// End of the time in which the member may appeal.
    pub appeal_until: Option<Timestamp>,
}

/// Payload of [`NEED_TAKEN_DOWN`].
#[derive(Clone, Debug, SurrealValue)]
pub struct NeedTakenDown {
    /// Id of the need.
    pub need_id: ItemId,
    /// Title of the need.
    pub title: String,
    /// Author of the need.
    pub user_id: UserId,
    /// Reason, in the words of staff.
    pub reason: String,
    /// End of the time in which the member may appeal.
    pub appeal_until: Option<Timestamp>,
}

/// Payload of [`REVIEW_TAKEN_DOWN`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ReviewTakenDown {
    /// Booking that was reviewed.
    pub booking_id: BookingId,
    /// Name of the booked skill.
    pub skill_type: String,
    /// Author of the review.
    pub user_id: UserId,
    /// Reason, in the words of staff.
    pub reason: String,
    /// End of the time in which the member may appeal.
    pub appeal_until: Option<Timestamp>,
}

/// Payload of [`SKILL_LET_BACK`].
#[derive(Clone, Debug, SurrealValue)]
pub struct SkillLetBack {
    /// Id of the skill.
    pub skill_id: SkillId,
    /// Name of the skill.
    pub skill_type: String,
    /// Provider of the skill.
    pub user_id: UserId,
}

/// Payload of [`APPEALED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Appealed {
    /// Id of the appeal.
    pub appeal_id: ItemId,
    /// Member who appeals.
    pub user_id: UserId,
    /// Member of staff who took the decision and may not review it; `None` if nobody else may.
    pub not_by: Option<UserId>,
    /// Whether only admins may review it.
    pub admins_only: bool,
}

/// Payload of [`APPEAL_DECIDED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct AppealDecided {
    /// Id of the appeal.
    pub appeal_id: ItemId,
    /// Member who appealed.
    pub user_id: UserId,
    /// Subject of the appeal in words: `the suspension of your account`.
    pub about: String,
    /// Whether the decision was reversed.
    pub overturned: bool,
    /// Whether the member of staff who had taken the decision reviewed it, as nobody else could.
    pub same_person: bool,
    /// Reason, in the words of staff.
    pub reason: String,
}

/// Payload of [`POST_HELD`].
#[derive(Clone, Debug, SurrealValue)]
pub struct PostHeld {
    /// Id of the case.
    pub case_id: ItemId,
    /// Author of the post.
    pub author_id: UserId,
    /// Member whom it is about, if it is a review. Neither is notified as staff.
    pub reviewee_id: Option<UserId>,
}

/// Payload of [`POST_SETTLED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct PostSettled {
    /// Id of the case.
    pub case_id: ItemId,
    /// Kind of the post.
    pub kind: PostKind,
    /// Id of the skill or need, or number of the booking.
    pub about: String,
    /// Author of the post.
    pub author_id: UserId,
    /// Name of the skill, also of a reviewed one, or title of the need, if others can see it from
    /// now on; their author is told.
    pub released: Option<String>,
}

impl PostHeld {
    /// Returns the id of the event.
    pub fn event_id(&self) -> String {
        format!("{}:{}", POST_HELD.name(), self.case_id)
    }
}

impl PostSettled {
    /// Returns the id of the event.
    pub fn event_id(&self) -> String {
        format!("{}:{}", POST_SETTLED.name(), self.case_id)
    }
}

/// Payload of [`COMPLAINTS_LATE`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ComplaintsLate {
    /// Member of staff.
    pub user_id: UserId,
    /// Number of reports and appeals that are late; a hundred of each are counted at most.
    pub count: i64,
}

/// Payload of [`ASSESSMENT_DUE`].
#[derive(Clone, Debug, SurrealValue)]
pub struct AssessmentDue {
    /// Time at which it is due; `None` if there was none before.
    pub due_at: Option<Timestamp>,
}
