//! Errors of the module, and rule violations.

use sparkyard_kernel::{db::RuleViolation, errors, leaving::MEMBER_LEFT};

use crate::model::MAX_CHECKS;

const NO_CHECK: RuleViolation =
    RuleViolation::new(404, "vetting.no_check", "There is no such check.");
pub(crate) const CHANGED: RuleViolation = RuleViolation::new(
    409,
    "vetting.changed",
    "Another admin has changed this at the same moment. Please look again.",
);
const IN_USE: RuleViolation = RuleViolation::new(
    409,
    "vetting.in_use",
    "Members have passed this check, so it cannot be deleted. You can stop showing it and need it \
     nowhere.",
);

/// Rule violations that only the database can detect.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[
    NO_CHECK,
    CHANGED,
    IN_USE,
    RuleViolation::new(409, "vetting.too_many", "There are 20 checks. Delete one to add another."),
    MEMBER_LEFT,
];

// The message above states the limit.
const _: () = assert!(MAX_CHECKS == 20);

errors! {
    /// Errors of operations on checks.
    pub(crate) enum VettingError {
        /// The check does not exist.
        NoCheck => &NO_CHECK;
        /// The member does not exist.
        NoMember => 404, "vetting.no_member", "User not found";
        /// The member has no record of the check.
        NoRecord => 404, "vetting.no_record", "They have not passed this check.";
        /// An admin tried to record or withdraw a check of their own.
        OwnCheck => 403, "vetting.own_check",
            "Another admin has to record your own checks.";
    }
}
