//! Errors of the module, and rule violations.

use sparkyard_kernel::{
    db::{DbError, RuleViolation},
    errors,
    ports::WITHDRAWALS_CHANGED,
};

use crate::model::MAX_METHODS;

const TOO_MANY: RuleViolation = RuleViolation::new(
    409,
    "payouts.too_many",
    "You can keep at most 5 bank accounts here. Delete one to add another.",
);
const NOT_FOUND: RuleViolation =
    RuleViolation::new(404, "payouts.not_found", "There is no such bank account.");
const METHOD_IN_USE: RuleViolation = RuleViolation::new(
    409,
    "payouts.method_in_use",
    "A withdrawal to this bank account is under way. Cancel it first, or wait until it is paid.",
);
const OVER_DAILY: RuleViolation = RuleViolation::new(
    409,
    "payouts.over_daily",
    "That is more than you can withdraw in one day here. Try a smaller amount, or wait until tomorrow.",
);
const CLOSED: RuleViolation = RuleViolation::new(
    409,
    "payouts.closed",
    "This withdrawal is paid, refused or cancelled already.",
);
const SENDING: RuleViolation = RuleViolation::new(
    409,
    "payouts.sending",
    "This withdrawal is on its way through Stripe, so it cannot be changed any more.",
);

/// Additions allowed per member and day: each one sends a mail.
pub(crate) const ADDED_A_DAY: u32 = 10;
pub(crate) const ADDED_TODAY: RuleViolation = RuleViolation::new(
    429,
    "payouts.added_today",
    "You have added ten bank accounts today. Please try again tomorrow.",
);

/// Rule violation of stopping withdrawals: a request or a payment came in between.
pub(crate) const STOPPED: &[RuleViolation] = &[RuleViolation::new(
    409,
    WITHDRAWALS_CHANGED,
    "The withdrawals of this member have just changed. It is tried again.",
)];

/// Rule violations that only the database can detect.
pub(crate) const VIOLATIONS: &[RuleViolation] =
    &[TOO_MANY, NOT_FOUND, METHOD_IN_USE, OVER_DAILY, CLOSED, SENDING];

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
        /// The member has no such bank account.
        NotFound => &NOT_FOUND;
        /// The withdrawal is on its way through Stripe.
        Sending => &SENDING;
        /// There is no such withdrawal, or it is somebody else's.
        NoWithdrawal => 404, "payouts.withdrawal_not_found", "There is no such withdrawal.";
        /// The member's identity is not proven.
        NotVerified => 403, "payouts.not_verified",
            "Please complete your identity check before you withdraw.";
        /// The address or the password changed in the last 24 hours.
        SignInChanged => 409, "payouts.sign_in_changed",
            "You changed your email address or password less than 24 hours ago. Please try again tomorrow.";
        /// The bank account was added in the last 24 hours.
        NewMethod => 409, "payouts.new_method",
            "You added this bank account less than 24 hours ago. Please try again tomorrow.";
        /// The account at Stripe can be paid for less than 24 hours.
        NewAccount => 409, "payouts.new_account",
            "Your account at Stripe became ready less than 24 hours ago. Please try again tomorrow.";
        /// The member has no account at Stripe that can be paid.
        AccountNotReady => 409, "payouts.account_not_ready",
            "Stripe can't pay you at the moment. Choose one of your bank accounts, and an admin pays \
             it, or see what Stripe still needs from you under Get Paid.";
        /// An admin decided about their own withdrawal.
        OwnWithdrawal => 403, "payouts.own_withdrawal",
            "This is your own withdrawal. Another admin has to deal with it.";
        /// The member is suspended.
        Suspended => 409, "payouts.member_suspended",
            "This member is suspended, so they are not paid. You can refuse the withdrawal, or wait \
             until they are reinstated.";
        /// The stored account cannot be decrypted. Holds the cause.
        Sealed(cause: String) => sparkyard_kernel::ApiError::internal(cause);
    }
}

impl PayoutsError {
    /// Checks whether a withdrawal could not be ended because it has ended already.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(self, Self::Db(DbError::Refused(violation)) if violation.code == CLOSED.code)
    }
}
