//! Events of sparks that people give each other without a booking.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{Sparks, UserId};

/// A member gave tokens, or an admin granted some from the community's pot.
pub const GIVEN: Topic<SparksGiven> = Topic::new("timebank.given");
/// Staff reversed a gift, a grant or an exchange.
pub const REVERSED: Topic<SparksReversed> = Topic::new("timebank.reversed");

/// Payload of [`GIVEN`].
#[derive(Clone, Debug, SurrealValue)]
pub struct SparksGiven {
    /// Member who gave; `None` for a grant from the pot.
    pub giver_id: Option<UserId>,
    /// Member who received; `None` for a gift to the pot.
    pub receiver_id: Option<UserId>,
    /// Amount.
    pub amount: Sparks,
    /// Message of the giver, or reason of the grant.
    pub message: Option<String>,
}

/// Payload of [`REVERSED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct SparksReversed {
    /// Member who had paid and has the tokens back; `None` for the pot.
    pub giver_id: Option<UserId>,
    /// Member who had been paid; `None` for the pot.
    pub receiver_id: Option<UserId>,
    /// Amount.
    pub amount: Sparks,
    /// Reason given by staff.
    pub reason: String,
}
