//! Errors of card payments, and rule violations.

use sparkyard_kernel::{ApiError, db::RuleViolation, errors};

/// Rule violation of handling an event: it was handled before.
pub(crate) const HANDLED: &[RuleViolation] =
    &[RuleViolation::new(409, "payments.event_handled", "This event was handled already.")];

errors! {
    /// Errors of card payments.
    pub(crate) enum PaymentsError {
        /// No provider is configured.
        Off => 404, "payments.off", "This community takes no cards.";
        /// An event is not signed with our secret, or was signed too long ago.
        Signature => 400, "payments.bad_signature", "The signature of the event is not valid.";
        /// A signed event that cannot be read.
        Unreadable => 400, "payments.bad_event", "The event cannot be read.";
        /// The body of an event is too large.
        TooLarge => 413, "payments.event_too_large", "The event is too large.";
        /// The period of a comparison has more lines than fit into memory.
        TooManyLines => ApiError::invalid(
            "from",
            "This period has more than 100,000 lines. Choose a shorter one.",
        );
        /// Stripe did not answer, or its answer cannot be read. Whether it did what it was asked is
        /// unknown.
        Unreachable => ApiError::new(
            503,
            "payments.unreachable",
            "The card service cannot be reached. Nothing was charged; please try again in a few \
             minutes.",
        ).retry_after(60);
        /// Stripe rejects our requests, such as those with a wrong key.
        Refused => 503, "payments.refused",
            "The card service rejects this community's requests. Nothing was charged; please tell \
             your host.";
    }
}
