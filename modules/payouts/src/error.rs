//! Errors of the module, and rule violations.

use sparkyard_kernel::{db::RuleViolation, errors};

use crate::model::MAX_METHODS;

const TOO_MANY: RuleViolation = RuleViolation::new(
    409,
    "payouts.too_many",
    "You can keep at most 5 bank accounts here. Delete one to add another.",
);
const NOT_FOUND: RuleViolation =
    RuleViolation::new(404, "payouts.not_found", "There is no such bank account.");

/// Additions allowed per member and day: each one sends a mail.
pub(crate) const ADDED_A_DAY: u32 = 10;
pub(crate) const ADDED_TODAY: RuleViolation = RuleViolation::new(
    429,
    "payouts.added_today",
    "You have added ten bank accounts today. Please try again tomorrow.",
);

/// Rule violations that only the database can detect.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[TOO_MANY, NOT_FOUND];

// The message of `TOO_MANY` contains the limit.
const _: () = assert!(MAX_METHODS == 5);

errors! {
    /// Errors of operations on bank accounts.
    pub(crate) enum PayoutsError {
        /// The community uses tokens only.
        CashOff => 409, "payouts.cash_off", "This community uses sparks, not pounds.";
        /// The community has no prices.
        GiftMode => 409, "payouts.gift_mode",
            "Nothing has a price in this community, so nobody is paid.";
        /// The stored account cannot be decrypted. Holds the cause.
        Sealed(cause: String) => sparkyard_kernel::ApiError::internal(cause);
    }
}
