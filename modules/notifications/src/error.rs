//! Errors of the module, and their responses.

use sparkyard_kernel::{
    ApiError, Timestamp,
    allowance::in_words,
    db::{DbError, RuleViolation},
};

use crate::model::letter::moment;

/// The event was handled before. Used internally; never part of a response.
pub(crate) const ALREADY_TOLD: RuleViolation = RuleViolation {
    code: "notifications.already_told",
    status: 409,
    message: "This was told before.",
};
/// Rule violations that the database may report.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[ALREADY_TOLD];

/// The last letter was sent less than 24 hours ago.
pub(crate) const LETTER_TOO_SOON: RuleViolation = RuleViolation {
    code: "notifications.letter_too_soon",
    status: 409,
    message: "Members get one letter in 24 hours at most.",
};
/// Rule violations of sending a letter.
pub(crate) const LETTERS: &[RuleViolation] = &[LETTER_TOO_SOON];
/// Too many trial letters within an hour.
pub(crate) const TOO_MANY_TRIALS: RuleViolation = RuleViolation {
    code: "notifications.too_many_trials",
    status: 429,
    message: "You have sent yourself this often enough for this hour.",
};

/// Error of an operation on notices, letters or devices.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotificationError {
    /// Web Push is off: no contact address is configured.
    #[error("push is not configured")]
    PushOff,
    /// The device's address cannot be that of a push service on the Internet.
    #[error("an address that is not a push service's")]
    UnknownPushService,
    /// The device's keys are invalid.
    #[error("keys that no browser makes")]
    WrongPushKeys,
    /// The last letter was sent too recently. Holds the time from which the next may be sent.
    #[error("the next letter can go at {0}")]
    LetterTooSoon(Timestamp),
    /// Too many trial letters within an hour. Holds the seconds until the next one is allowed.
    #[error("{} more seconds until the next trial", .0)]
    TooManyTrials(u64),
    #[error(transparent)]
    Db(#[from] DbError),
    #[error("{}: {}", .0.code, .0.message)]
    Api(ApiError),
}

impl From<ApiError> for NotificationError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<NotificationError> for ApiError {
    fn from(error: NotificationError) -> Self {
        match error {
            NotificationError::PushOff => Self::new(
                503,
                "notifications.not_configured",
                "This site cannot send notifications to devices yet: whoever hosts it has not set \
                 an address for it. Mails reach you as before.",
            ),
            NotificationError::UnknownPushService => {
                Self::invalid("endpoint", "We do not send notifications to this address.")
            }
            NotificationError::WrongPushKeys => {
                Self::invalid("p256dh", "These keys are not those of a browser.")
            }
            NotificationError::LetterTooSoon(next) => {
                let RuleViolation { code, status, message } = LETTER_TOO_SOON;
                let message = format!("{message} The next can go on {}.", moment(next));
                Self::new(status, code, message)
            }
            NotificationError::TooManyTrials(seconds) => {
                let RuleViolation { code, status, message } = TOO_MANY_TRIALS;
                let message = format!("{message} You can go on in {}.", in_words(seconds));
                Self::new(status, code, message).retry_after(seconds)
            }
            NotificationError::Db(error) => error.into(),
            NotificationError::Api(error) => error,
        }
    }
}
