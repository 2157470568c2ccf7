//! Errors of the module, and rule violations.

use sparkyard_kernel::{ApiError, db::RuleViolation, errors};

/// More announcements in a day than allowed.
pub(crate) const TOO_MANY_ANNOUNCEMENTS: RuleViolation = RuleViolation::new(
    429,
    "community.announcements_of_a_day",
    "Neighbours have been notified of many announcements today.",
);

/// More needs in a day than allowed.
pub(crate) const TOO_MANY_NEEDS_TODAY: RuleViolation = RuleViolation::new(
    429,
    "community.needs_of_a_day",
    "You have posted as many needs as one person can in a day.",
);

/// More answers in a day than allowed.
pub(crate) const TOO_MANY_ANSWERS_TODAY: RuleViolation = RuleViolation::new(
    429,
    "community.answers_of_a_day",
    "You have answered as many needs as one person can in a day. Thank you for helping.",
);

/// The announcement ended meanwhile.
pub(crate) const ANNOUNCEMENT_ENDED: RuleViolation = RuleViolation::new(
    409,
    "community.announcement_ended",
    "This announcement has ended. Nothing was changed.",
);

/// The member has the maximum number of open needs.
const TOO_MANY_NEEDS: RuleViolation = RuleViolation::new(
    409,
    "community.too_many_needs",
    "You have as many open needs as one neighbour can. Close one of them first.",
);

/// The need was closed, taken down or deleted meanwhile.
pub(crate) const NEED_CHANGED: RuleViolation = RuleViolation::new(
    409,
    sparkyard_kernel::ports::NEED_CHANGED,
    "This need has changed meanwhile. Nothing was changed now.",
);

/// As many members have answered as one need takes.
const ENOUGH_ANSWERS: RuleViolation = RuleViolation::new(
    409,
    "community.enough_answers",
    "Many neighbours have answered this already, so it takes no more answers.",
);

/// Rule violations of changing a need.
pub(crate) const NEED: &[RuleViolation] = &[TOO_MANY_NEEDS, NEED_CHANGED, ENOUGH_ANSWERS];

errors! {
    /// Errors of operations of the module.
    pub(crate) enum CommunityError {
        /// No such announcement.
        AnnouncementNotFound => 404, "community.announcement_not_found",
            "We cannot find this announcement.";
        /// The announcement has ended.
        AnnouncementEnded => &ANNOUNCEMENT_ENDED;
        /// No such need, or the caller may not see it.
        NeedNotFound => 404, "community.need_not_found",
            "We cannot find this need. Perhaps it was closed.";
        /// The need is in another state. Holds that in words.
        NeedNotOpen(state: &'static str) => 409, "community.need_not_open",
            "This need is {state}. Nothing was changed.";
        /// The need changed while the request was handled.
        NeedChanged => &NEED_CHANGED;
        /// The caller answered their own need.
        OwnNeed => 409, "community.own_need",
            "This is your own need. Neighbours who can help answer it.";
        /// As many members have answered as one need takes.
        EnoughAnswers => &ENOUGH_ANSWERS;
        /// The helper is not one of those who answered.
        Helper => ApiError::invalid("helper_id", "Choose one of the neighbours who answered.");
        /// Sparks offered where there are none.
        NoSparks => ApiError::invalid("tokens", "This community does not use sparks.");
        /// A message where there are none.
        NoMessages => ApiError::invalid("message", "This site has no messages, so leave this out.");
    }
}
