//! Errors of the module, and rule violations.

use sparkyard_kernel::{ApiError, Timestamp, allowance::in_words, db::RuleViolation, errors};

use crate::model::letter::moment;

/// The event was handled before. Used internally; never part of a response.
pub(crate) const ALREADY_TOLD: RuleViolation =
    RuleViolation::new(409, "notifications.already_told", "This was told before.");
/// Rule violations that the database may report.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[ALREADY_TOLD];

/// The last letter was sent less than 24 hours ago.
pub(crate) const LETTER_TOO_SOON: RuleViolation = RuleViolation::new(
    409,
    "notifications.letter_too_soon",
    "Members get one letter in 24 hours at most.",
);
/// Rule violations of sending a letter.
pub(crate) const LETTERS: &[RuleViolation] = &[LETTER_TOO_SOON];
/// Rule violations of stopping a letter.
pub(crate) const STOP_LETTER: &[RuleViolation] = &[
    RuleViolation::new(404, "notifications.letter_not_found", "There is no such letter."),
    RuleViolation::new(
        409,
        "notifications.letter_done",
        "This letter has gone to everybody, or was stopped before.",
    ),
];
/// Too many trial letters within an hour.
pub(crate) const TOO_MANY_TRIALS: RuleViolation = RuleViolation::new(
    429,
    "notifications.too_many_trials",
    "You have sent yourself this often enough for this hour.",
);

errors! {
    /// Errors of operations on notices, letters or devices.
    pub(crate) enum NotificationError {
        /// Web Push is off: no contact address is configured.
        PushOff => 503, "notifications.not_configured",
            "This site cannot send notifications to devices yet: whoever hosts it has not set an \
             address for it. Mails reach you as before.";
        /// The device's address cannot be that of a push service on the Internet.
        UnknownPushService =>
            ApiError::invalid("endpoint", "We do not send notifications to this address.");
        /// The device's keys are invalid.
        WrongPushKeys => ApiError::invalid("p256dh", "These keys are not those of a browser.");
        /// The last letter was sent too recently. Holds the time from which the next may be sent.
        LetterTooSoon(next: Timestamp) => letter_too_soon(next);
        /// There is no letter with this id.
        LetterNotFound => &STOP_LETTER[0];
        /// No member would get the letter.
        NobodyInSegment => 409, "notifications.nobody_in_segment",
            "Nobody would get this letter. Choose other members.";
        /// Too many trial letters within an hour. Holds the seconds until the next one is allowed.
        TooManyTrials(wait: u64) => too_many_trials(wait);
    }
}

fn letter_too_soon(next: Timestamp) -> ApiError {
    let RuleViolation { status, code, message, .. } = LETTER_TOO_SOON;
    ApiError::new(status, code, format!("{message} The next can go on {}.", moment(next)))
}

fn too_many_trials(wait: u64) -> ApiError {
    let RuleViolation { status, code, message, .. } = TOO_MANY_TRIALS;
    let message = format!("{message} You can go on in {}.", in_words(wait));
    ApiError::new(status, code, message).retry_after(wait)
}
