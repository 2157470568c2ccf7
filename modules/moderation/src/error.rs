//! What can be refused here, and how it is told.

use sparkyard_kernel::{
    ApiError, Timestamp, allowance,
    auth::forbidden,
    db::{DbError, Refusal},
};

/// Somebody has reported as much as one may.
pub(crate) static TOO_MANY_REPORTS: Refusal = Refusal {
    code: "moderation.too_many_reports",
    status: 429,
    message: "You have reported as much as one person can in a day. In an emergency call 999.",
};

/// Somebody else has decided about it, and otherwise.
pub(crate) const DECIDED: Refusal = Refusal {
    code: "moderation.decided",
    status: 409,
    message: "Somebody else has decided about this report already.",
};

/// What the steps of the store may throw.
pub(crate) const REFUSALS: &[Refusal] = &[DECIDED];

/// Why something about members was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ModerationError {
    /// Nobody makes things easier for themselves.
    #[error("own account")]
    OwnAccount,
    /// Nobody decides about the other party of their own booking.
    #[error("the other party of an own booking")]
    OwnBooking,
    /// Only admins decide about the accounts of other staff.
    #[error("an account of staff")]
    StaffAccount,
    /// The cursor is of another list.
    #[error("a foreign cursor")]
    ForeignCursor,
    /// There is nothing of that id, or the caller cannot see it.
    #[error("nothing to report")]
    NothingToReport,
    /// Nobody reports themselves.
    #[error("a report of what is one's own")]
    OwnThing,
    /// There is no such report.
    #[error("no such report")]
    NoReport,
    /// Nobody reads or decides what they are a party of.
    #[error("an own report")]
    OwnReport,
    /// The message is not one of those that are read with the report.
    #[error("no such message near the reported one")]
    NoMessage,
    /// The message has no picture.
    #[error("no picture")]
    NoPicture,
    /// There is no such skill.
    #[error("no such skill")]
    NoSkill,
    /// The skill that is to be taken down was deleted.
    #[error("the skill is gone")]
    SkillGone,
    /// The skill that is to be taken down is down, by another report.
    #[error("the skill is down already")]
    SkillDown,
    /// Nobody lets their own skill back.
    #[error("an own skill")]
    OwnSkill,
    /// Somebody else was faster, and decided otherwise.
    #[error("decided already")]
    Decided,
    /// From the database.
    #[error(transparent)]
    Db(#[from] DbError),
    /// From a port, or about a field.
    #[error("{}", .0.code)]
    Api(ApiError),
}

impl ModerationError {
    /// Tells somebody who has used up what there is for a day when there is more.
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
