//! Who may ask a member for bookings.

use poem_openapi::Enum;
use surrealdb::types::SurrealValue;

/// People who may ask a member for bookings. People who follow each other, and people who have
/// completed a booking together, may always ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "WhoMayAsk", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum WhoMayAsk {
    /// Everyone.
    #[default]
    Everyone,
    /// People whose identity and address are checked.
    Verified,
    /// People who have taken part in at least one completed booking that was reviewed.
    Reviewed,
}

impl WhoMayAsk {
    /// Returns the sentence for a member who is not among these people: the reason, and what they
    /// can do.
    pub(crate) const fn refusal(self) -> &'static str {
        match self {
            Self::Everyone => "You can ask them for a booking.",
            Self::Verified => {
                "They take requests from verified people. Send your documents under Identity check \
                 in the settings, or follow each other: then you may ask as well."
            }
            Self::Reviewed => {
                "They take requests from people with at least one reviewed exchange. Book somebody \
                 else and review it, or follow each other: then you may ask as well."
            }
        }
    }
}
