//! Errors of the module, and rule violations.

use sparkyard_kernel::{ApiError, allowance::in_words, db::RuleViolation, errors};

/// The sender has reached the limit of strangers.
pub(crate) const TOO_MANY_STRANGERS: RuleViolation = RuleViolation::new(
    429,
    "chat.too_many_strangers",
    "You have written to many people for the first time within two days. You can go on with \
     your other conversations.",
);

/// The sender has used up the daily quota of messages.
pub(crate) const TOO_MANY_TODAY: RuleViolation = RuleViolation::new(
    429,
    "chat.too_many_today",
    "You have sent as many messages as one person can in a day.",
);

/// Another message has taken the sequence number. Never reaches a client: the sender retries.
pub(crate) const MOVED_ON: RuleViolation = RuleViolation::new(
    409,
    "chat.moved_on",
    "Another message was sent at the same moment. Please send yours again.",
);

/// Rule violations that statements of the store may throw.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[MOVED_ON, TOO_MANY_STRANGERS];

errors! {
    /// Errors of the chat operations.
    pub(crate) enum ChatError {
        /// The message does not exist, or the caller may not see it.
        NotFound => 404, "chat.not_found", "There is no such message.";
        /// The message has no picture.
        NoPicture => 404, "chat.no_picture", "There is no picture with this message.";
        /// No member has that id.
        PersonNotFound => 404, "chat.person_not_found", "There is nobody here of this name.";
        /// Sender and receiver are the same member.
        Yourself => ApiError::invalid("receiverId", "You cannot send a message to yourself.");
        /// The receiver accepts no messages from the caller.
        CannotWrite => 403, "chat.cannot_write",
            "You cannot write to this person. Your earlier messages are kept.";
        /// The caller's account is not active.
        NotActive => 403, "chat.account_not_active",
            "Your account cannot be used at present. Please write to the people who run this site.";
        /// The caller has sent the maximum number of messages to a stranger who has not answered.
        Unanswered => 403, "chat.unanswered",
            "They have not answered your three messages yet. You can write again once they answer, \
             accept a booking, or you follow each other.";
        /// The first message is too short.
        SayMore => ApiError::new(
            422,
            "chat.say_more",
            "Say a little more: a first message needs at least 10 characters, so that they know \
             who you are and what it is about.",
        ).field("content");
        /// The caller's previous search is still running.
        Searching => ApiError::new(
            429,
            "chat.one_search_at_a_time",
            "Your last search is still under way. Please try again shortly.",
        ).retry_after(5);
        /// The caller has reached the limit of strangers. Holds the wait in seconds.
        TooManyStrangers(wait: u64) => too_many_strangers(wait);
    }
}

fn too_many_strangers(wait: u64) -> ApiError {
    let RuleViolation { status, code, message, .. } = TOO_MANY_STRANGERS;
    let message = format!("{message} You can write to somebody new in {}.", in_words(wait));
    ApiError::new(status, code, message).retry_after(wait)
}
