//! What can be refused here, and how it is told.

use sparkyard_kernel::{
    ApiError, Timestamp, allowance,
    db::{DbError, Refusal},
};

/// Somebody has written to as many strangers as one may.
pub(crate) const TOO_MANY_STRANGERS: Refusal = Refusal {
    code: "chat.too_many_strangers",
    status: 429,
    message: "You have written to many people for the first time within two days. This keeps \
              everybody here from being pestered; your other conversations go on.",
};

/// Somebody has sent as many messages as one may.
pub(crate) static TOO_MANY_TODAY: Refusal = Refusal {
    code: "chat.too_many_today",
    status: 429,
    message: "You have sent as many messages as one person can in a day.",
};

/// Somebody else's message has taken the place in the conversation; seen by nobody, since whoever
/// is refused so looks again.
pub(crate) const MOVED_ON: Refusal = Refusal {
    code: "chat.moved_on",
    status: 409,
    message: "This conversation has just gone on. Please send your message again.",
};

/// What the steps of the store may throw.
pub(crate) const REFUSALS: &[Refusal] = &[MOVED_ON, TOO_MANY_STRANGERS];

const SAY_MORE: &str = "Say a little more: a first message needs at least 10 characters, so that \
                        they know who you are and what it is about.";

/// Why something about messages was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChatError {
    /// There is no such message, or not for the caller.
    #[error("no such message")]
    NotFound,
    /// It has no picture.
    #[error("no such picture")]
    NoPicture,
    /// Nobody has that id.
    #[error("no such person")]
    PersonNotFound,
    /// Nobody writes to themselves.
    #[error("a message to oneself")]
    Yourself,
    /// The other takes no messages from the caller.
    #[error("the other takes no messages")]
    CannotWrite,
    /// The first message says too little.
    #[error("the first message says too little")]
    SayMore,
    /// Too many strangers; there is room again after so many seconds.
    #[error("too many strangers")]
    TooManyStrangers(u64),
    /// From the database.
    #[error(transparent)]
    Db(#[from] DbError),
    /// From a port, or about a field.
    #[error("{}", .0.code)]
    Api(ApiError),
}

impl ChatError {
    /// Tells somebody who has used up what there is for a day when there is more.
    pub(crate) fn with_wait(self, now: Timestamp) -> Self {
        match self {
            Self::Db(error) => allowance::explain(error, &[&TOO_MANY_TODAY], now),
            other => other,
        }
    }
}

impl From<ApiError> for ChatError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<ChatError> for ApiError {
    fn from(error: ChatError) -> Self {
        match error {
            ChatError::NotFound => Self::not_found("chat.not_found", "There is no such message."),
            ChatError::NoPicture => {
                Self::not_found("chat.no_picture", "There is no picture with this message.")
            }
            ChatError::PersonNotFound => {
                Self::not_found("chat.person_not_found", "There is nobody here of this name.")
            }
            ChatError::Yourself => {
                Self::invalid("receiverId", "You cannot send a message to yourself.")
            }
            ChatError::CannotWrite => Self::new(
                403,
                "chat.cannot_write",
                "You cannot write to this person. What was written before stays here.",
            ),
            ChatError::SayMore => {
                let mut error = Self::new(422, "chat.say_more", SAY_MORE);
                error.fields.insert("content".to_owned(), SAY_MORE.to_owned());
                error
            }
            ChatError::TooManyStrangers(wait) => {
                let Refusal { code, status, message } = TOO_MANY_STRANGERS;
                let message = format!(
                    "{message} You can write to somebody new in {}.",
                    allowance::in_words(wait)
                );
                Self::new(status, code, message).retry_after(wait)
            }
            ChatError::Db(error) => error.into(),
            ChatError::Api(error) => error,
        }
    }
}
