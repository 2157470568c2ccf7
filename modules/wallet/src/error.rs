//! Errors of the wallet, and rule violations.

use sparkyard_kernel::{
    ApiError,
    db::{DbError, RuleViolation},
};

const fn violation(status: u16, code: &'static str, message: &'static str) -> RuleViolation {
    RuleViolation { code, status, message }
}

/// Rule violations of a transfer out of a member's account.
pub(crate) const TRANSFER: &[RuleViolation] = &[violation(
    409,
    "wallet.insufficient_funds",
    "Insufficient funds. Please top up your wallet or tokens.",
)];

/// Rule violations of a hold.
pub(crate) const HOLD: &[RuleViolation] = &[
    TRANSFER[0],
    violation(
        409,
        "wallet.too_many_holds",
        "You have set money aside ten times and not used it. Each goes back to you after 15 minutes.",
    ),
];

/// Rule violations of cash paid in by hand.
pub(crate) const CASH_IN: &[RuleViolation] = &[
    OWN_CASH_IN,
    CASH_IN_NOT_FOUND,
    violation(
        403,
        "wallet.own_request",
        "You asked for this yourself, so another administrator has to approve it.",
    ),
    violation(
        403,
        "wallet.new_admin",
        "You had not been an administrator for a day when this was asked for, so another one has to approve it.",
    ),
    violation(
        409,
        "wallet.cash_in_lapsed",
        "This has waited for more than seven days. Please record the cash again.",
    ),
    violation(409, "wallet.cash_in_decided", "This has been decided the other way already."),
];

const CASH_IN_NOT_FOUND: RuleViolation =
    violation(404, "wallet.cash_in_not_found", "There is no such cash to decide about.");

const OWN_CASH_IN: RuleViolation = violation(
    403,
    "wallet.own_cash_in",
    "You cannot pay cash in for yourself. Another administrator has to do it.",
);

/// Rule violations of using a payment intent.
pub(crate) const ESCROW: &[RuleViolation] = &[
    violation(404, "wallet.intent_not_found", "We cannot find this payment. Please pay again."),
    violation(409, "wallet.intent_used", "This payment was already used for a booking."),
    violation(
        409,
        "wallet.intent_expired",
        "This payment ran out and the money is yours again. Please pay again.",
    ),
    violation(
        409,
        "wallet.intent_mismatch",
        "This payment is not for the price of this booking. Please pay again.",
    ),
];

/// Rule violations of settling an escrow.
pub(crate) const SETTLE: &[RuleViolation] =
    &[violation(409, "wallet.escrow_settled", "The money for this booking was already paid out.")];

/// Rule violations of the simulated card.
pub(crate) const SANDBOX: &[RuleViolation] = &[
    violation(404, "wallet.funding_not_found", "We cannot find this top-up. Please start again."),
    violation(409, "wallet.already_paid", "This top-up was already paid."),
];

/// Rule violations of confirming a top-up.
pub(crate) const CREDIT: &[RuleViolation] = &[violation(
    409,
    "wallet.nothing_paid",
    "No payment of this amount has arrived. If you paid just now, try again in a minute.",
)];

/// Rule violations of a grant: it was made before, to another account.
pub(crate) const GRANT: &[RuleViolation] =
    &[violation(409, "wallet.transfer_exists", "This was already paid.")];

/// Error of an operation of the wallet.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WalletError {
    /// The simulated card exists in a sample community only.
    #[error("the sandbox is off")]
    SandboxOff,
    /// No card provider is configured.
    #[error("no card provider")]
    CardUnavailable,
    /// The community uses tokens only, or no prices at all.
    #[error("no cash in this community")]
    CashOff,
    /// The community has no prices.
    #[error("no prices in this community")]
    GiftMode,
    /// The currency is not pounds.
    #[error("a foreign currency")]
    Currency,
    /// The amount is out of range. Holds the message for the user.
    #[error("amount out of range")]
    Amount(&'static str),
    /// Cash was recorded for somebody who is not a member.
    #[error("no such member")]
    MemberNotFound,
    /// An admin recorded cash for themselves.
    #[error("own cash")]
    OwnCashIn,
    /// No cash with this id waits or was decided on.
    #[error("no such cash-in")]
    CashInNotFound,
    /// A check of the ledger is running already.
    #[error("a check is running")]
    CheckRunning,
    /// A check of the ledger ended without a result.
    #[error("the check has stopped: {0}")]
    CheckStopped(String),
    /// Error of the database, or a rule violation that it detected.
    #[error(transparent)]
    Db(#[from] DbError),
    /// Error of another module, or of a kernel check.
    #[error("{}", .0.code)]
    Api(ApiError),
}

impl From<ApiError> for WalletError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<WalletError> for ApiError {
    fn from(error: WalletError) -> Self {
        match error {
            WalletError::SandboxOff => Self::not_found(
                "wallet.sandbox_off",
                "Pretended payments exist in a sample community only.",
            ),
            WalletError::CardUnavailable => Self::new(
                503,
                "wallet.not_configured",
                "This community does not take cards yet. Ask your host about paying in cash.",
            ),
            WalletError::CashOff => {
                Self::conflict("wallet.cash_off", "This community uses sparks, not pounds.")
            }
            WalletError::GiftMode => Self::conflict(
                "wallet.gift_mode",
                "Nothing has a price in this community, so there is nothing to pay.",
            ),
            WalletError::Currency => Self::invalid("currency", "Only gbp is accepted."),
            WalletError::Amount(message) => Self::invalid("amount", message),
            WalletError::MemberNotFound => {
                Self::not_found("wallet.member_not_found", "There is no such member.")
            }
            WalletError::OwnCashIn => (&OWN_CASH_IN).into(),
            WalletError::CashInNotFound => (&CASH_IN_NOT_FOUND).into(),
            WalletError::CheckRunning => {
                Self::conflict("wallet.check_running", "The ledger is being checked already.")
            }
            error @ WalletError::CheckStopped(_) => Self::internal(error),
            WalletError::Db(error) => error.into(),
            WalletError::Api(error) => error,
        }
    }
}
