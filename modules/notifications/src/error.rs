//! What can go wrong here, and how it is told.

use sparkyard_kernel::{
    ApiError, Timestamp,
    allowance::in_words,
    db::{DbError, Refusal},
};

use crate::model::letter::moment;

/// Somebody was told something before; nobody outside ever sees it.
pub(crate) const ALREADY_TOLD: Refusal =
    Refusal { code: "notifications.already_told", status: 409, message: "This was told before." };
/// All that the database may refuse.
pub(crate) const REFUSALS: &[Refusal] = &[ALREADY_TOLD];

/// A letter was sent a short while ago.
pub(crate) const LETTER_TOO_SOON: Refusal = Refusal {
    code: "notifications.letter_too_soon",
    status: 409,
    message: "Members get one letter in 24 hours at most.",
};
/// What sending a letter can be refused for.
pub(crate) const LETTERS: &[Refusal] = &[LETTER_TOO_SOON];
/// A letter was tried out too often.
pub(crate) const TOO_MANY_TRIALS: Refusal = Refusal {
    code: "notifications.too_many_trials",
    status: 429,
    message: "You have sent yourself this often enough for this hour.",
};

/// Why something about notices was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotificationError {
    /// Nobody has said whom push services can write to.
    #[error("push is not configured")]
    PushOff,
    /// The address of a device is none that a push service on the Internet would have.
    #[error("an address that is not a push service's")]
    UnknownPushService,
    /// The keys of a device are none.
    #[error("keys that no browser makes")]
    WrongPushKeys,
    /// A letter was sent a short while ago; when the next can go.
    #[error("the next letter can go at {0}")]
    LetterTooSoon(Timestamp),
    /// A letter was tried out too often; how many seconds it takes until that is over.
    #[error("{} more seconds until the next trial", .0)]
    TooManyTrials(u64),
    /// From the database.
    #[error(transparent)]
    Db(#[from] DbError),
    /// From a port.
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
                "notifications.push_off",
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
                let Refusal { code, status, message } = LETTER_TOO_SOON;
                let message = format!("{message} The next can go on {}.", moment(next));
                Self::new(status, code, message)
            }
            NotificationError::TooManyTrials(seconds) => {
                let Refusal { code, status, message } = TOO_MANY_TRIALS;
                let message = format!("{message} You can go on in {}.", in_words(seconds));
                Self::new(status, code, message).retry_after(seconds)
            }
            NotificationError::Db(error) => error.into(),
            NotificationError::Api(error) => error,
        }
    }
}
