//! Errors of the module and their HTTP responses.

use sparkyard_kernel::{
    ApiError, Timestamp, allowance,
    auth::forbidden,
    db::{DbError, RuleViolation},
};

/// The caller has used up the daily quota of reports.
pub(crate) static TOO_MANY_REPORTS: RuleViolation = RuleViolation {
    code: "moderation.too_many_reports",
    status: 429,
    message: "You have reported as much as one person can in a day. In an emergency call 999.",
};

/// The report was decided differently by somebody else.
pub(crate) const DECIDED: RuleViolation = RuleViolation {
    code: "moderation.decided",
    status: 409,
    message: "Somebody else has decided about this report already.",
};

/// Rule violations that statements of the store may throw.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[DECIDED];

/// Errors of the module.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ModerationError {
    /// The account is the caller's own.
    #[error("own account")]
    OwnAccount,
    /// The caller has an open booking with the member.
    #[error("the other party of an own booking")]
    OwnBooking,
    /// The member is staff, and the caller is not an admin.
    #[error("an account of staff")]
    StaffAccount,
    /// The cursor belongs to another list.
    #[error("a foreign cursor")]
    ForeignCursor,
    /// The reported subject does not exist, or the caller cannot see it.
    #[error("nothing to report")]
    NothingToReport,
    /// The caller owns the reported subject.
    #[error("a report of what is one's own")]
    OwnThing,
    /// The report does not exist.
    #[error("no such report")]
    NoReport,
    /// The caller made the report or is reported by it.
    #[error("an own report")]
    OwnReport,
    /// The message is not part of the report's context.
    #[error("no such message near the reported one")]
    NoMessage,
    /// The message has no picture.
    #[error("no picture")]
    NoPicture,
    /// The skill does not exist.
    #[error("no such skill")]
    NoSkill,
    /// The skill to be taken down was deleted.
    #[error("the skill is gone")]
    SkillGone,
    /// The skill to be taken down is already down, by another report.
    #[error("the skill is down already")]
    SkillDown,
    /// The skill is the caller's own.
    #[error("an own skill")]
    OwnSkill,
    /// Somebody else decided first, and differently.
    #[error("decided already")]
    Decided,
    /// Database error.
    #[error(transparent)]
    Db(#[from] DbError),
    /// Error of a port, or an invalid field.
    #[error("{}", .0.code)]
    Api(ApiError),
}

impl ModerationError {
    /// Adds the waiting time to an exhausted daily quota.
    pub(crate) fn with_wait(self, now: Timestamp) -> Self {
        match self {
            Self::Db(error) => allowance::explain(error, &[&TOO_MANY_REPORTS], now),
            other => other,
        }
    }
}

impl From<ApiError> for ModerationError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<ModerationError> for ApiError {
    fn from(error: ModerationError) -> Self {
        match error {
            ModerationError::OwnAccount => Self::new(
                403,
                "moderation.own_account",
                "This is your own account, so somebody else has to decide.",
            ),
            ModerationError::OwnBooking => Self::new(
                403,
                "moderation.own_booking",
                "You have an open booking with this member, so somebody else has to decide.",
            ),
            ModerationError::StaffAccount => forbidden(),
            ModerationError::ForeignCursor => {
                Self::invalid("cursor", "This cursor did not come from this list.")
            }
            ModerationError::NothingToReport => Self::not_found(
                "moderation.nothing_to_report",
                "This is no longer there, so there is nothing to report.",
            ),
            ModerationError::OwnThing => {
                Self::new(422, "moderation.own_thing", "You cannot report what is your own.")
            }
            ModerationError::NoReport => {
                Self::not_found("moderation.no_report", "There is no such report.")
            }
            ModerationError::OwnReport => Self::new(
                403,
                "moderation.own_report",
                "This report is by you or about you, so somebody else has to look at it.",
            ),
            ModerationError::NoPicture => {
                Self::not_found("moderation.no_picture", "There is no picture, or it was removed.")
            }
            ModerationError::NoMessage => Self::not_found(
                "moderation.no_message",
                "There is no such message near the reported one.",
            ),
            ModerationError::NoSkill => {
                Self::not_found("moderation.no_skill", "There is no such skill any more.")
            }
            ModerationError::SkillGone => Self::conflict(
                "moderation.skill_gone",
                "This skill was deleted, so there is nothing to take down.",
            ),
            ModerationError::SkillDown => Self::conflict(
                "moderation.skill_down",
                "This skill was taken down already, for the reason that stands with it.",
            ),
            ModerationError::OwnSkill => Self::new(
                403,
                "moderation.own_skill",
                "You offer this skill yourself, so somebody else has to decide.",
            ),
            ModerationError::Decided => (&DECIDED).into(),
            ModerationError::Db(error) => error.into(),
            ModerationError::Api(error) => error,
        }
    }
}
