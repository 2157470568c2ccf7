//! Errors of the module and their HTTP responses.

use sparkyard_kernel::{
    ApiError, Timestamp, allowance,
    db::{DbError, RuleViolation},
};

/// The sender has reached the limit of strangers.
pub(crate) const TOO_MANY_STRANGERS: RuleViolation = RuleViolation {
    code: "chat.too_many_strangers",
    status: 429,
    message: "You have written to many people for the first time within two days. This keeps \
              everybody here from being pestered; your other conversations go on.",
};

/// The sender has used up the daily quota of messages.
pub(crate) static TOO_MANY_TODAY: RuleViolation = RuleViolation {
    code: "chat.too_many_today",
    status: 429,
    message: "You have sent as many messages as one person can in a day.",
};

/// Another message has taken the sequence number. Never reaches a client: the sender retries.
pub(crate) const MOVED_ON: RuleViolation = RuleViolation {
    code: "chat.moved_on",
    status: 409,
    message: "This conversation has just gone on. Please send your message again.",
};

/// Rule violations that statements of the store may throw.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[MOVED_ON, TOO_MANY_STRANGERS];

/// `Retry-After`, in seconds, while the caller's previous search is still running.
const COME_BACK: u64 = 5;

const SAY_MORE: &str = "Say a little more: a first message needs at least 10 characters, so that \
                        they know who you are and what it is about.";

/// Errors of the chat operations.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChatError {
    /// The message does not exist, or the caller may not see it.
    #[error("no such message")]
    NotFound,
    /// The message has no picture.
    #[error("no such picture")]
    NoPicture,
    /// No member has that id.
    #[error("no such person")]
    PersonNotFound,
    /// Sender and receiver are the same member.
    #[error("a message to oneself")]
    Yourself,
    /// The receiver accepts no messages from the caller.
    #[error("the other takes no messages")]
    CannotWrite,
    /// The caller's account is not active.
    #[error("the account of the sender is not active")]
    NotActive,
    /// The caller has sent the maximum number of messages to a stranger who has not answered.
    #[error("no answer yet")]
    Unanswered,
    /// The first message is too short.
    #[error("the first message says too little")]
    SayMore,
    /// The caller's previous search is still running.
    #[error("another search is under way")]
    Searching,
    /// The caller has reached the limit of strangers; holds the wait in seconds.
    #[error("too many strangers")]
    TooManyStrangers(u64),
    /// Database error.
    #[error(transparent)]
    Db(#[from] DbError),
    /// Error of a port, or an invalid field.
    #[error("{}", .0.code)]
    Api(ApiError),
}

impl ChatError {
    /// Adds the waiting time to an exhausted daily quota.
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
            ChatError::NotActive => Self::new(
                403,
                "chat.account_not_active",
                "Your account cannot be used at present. Please write to the people who run this \
                 site.",
            ),
            ChatError::Unanswered => Self::new(
                403,
                "chat.unanswered",
                "They have not answered your three messages yet. You can write again once they \
                 answer, accept a booking, or you follow each other.",
            ),
            ChatError::SayMore => {
                let mut error = Self::new(422, "chat.say_more", SAY_MORE);
                error.fields.insert("content".to_owned(), SAY_MORE.to_owned());
                error
            }
            ChatError::Searching => Self::new(
                429,
                "chat.one_search_at_a_time",
                "Your last search is still under way. Please try again shortly.",
            )
            .retry_after(COME_BACK),
            ChatError::TooManyStrangers(wait) => {
                let RuleViolation { code, status, message } = TOO_MANY_STRANGERS;
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
