//! Events of sparks that people give each other without a booking.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{ItemId, Sparks, UserId};

/// A member gave tokens, or an admin granted some from the community's pot.
pub const GIVEN: Topic<SparksGiven> = Topic::new("timebank.given");
/// Staff reversed a gift, a grant or an exchange.
pub const REVERSED: Topic<SparksReversed> = Topic::new("timebank.reversed");
/// A member has written down an exchange, and the other side is to answer.
pub const EXCHANGE_WRITTEN: Topic<ExchangeChanged> = Topic::new("timebank.exchange_written");
/// The other side has confirmed an exchange.
pub const EXCHANGE_CONFIRMED: Topic<ExchangeChanged> = Topic::new("timebank.exchange_confirmed");
/// An exchange counts because nobody answered in time.
pub const EXCHANGE_COUNTED: Topic<ExchangeChanged> = Topic::new("timebank.exchange_counted");
/// The other side has objected to an exchange.
pub const EXCHANGE_OBJECTED: Topic<ExchangeChanged> = Topic::new("timebank.exchange_objected");
/// The writer has withdrawn an exchange.
pub const EXCHANGE_WITHDRAWN: Topic<ExchangeChanged> = Topic::new("timebank.exchange_withdrawn");
/// An unanswered exchange cannot count yet, because its payer has too few tokens.
pub const PAYER_SHORT: Topic<ExchangeChanged> = Topic::new("timebank.payer_short");

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

/// Payload of the events of an exchange.
#[derive(Clone, Debug, SurrealValue)]
pub struct ExchangeChanged {
    /// Id of the exchange.
    pub exchange_id: ItemId,
    /// Member who wrote it down.
    pub writer_id: UserId,
    /// The other side, who answers.
    pub other_id: UserId,
    /// Receiver of the help, who pays.
    pub helped_id: UserId,
    /// Kind of help: `Weeding`.
    pub skill: String,
    /// Tokens for the help; may be zero.
    pub tokens: Sparks,
    /// Reason of an objection.
    pub reason: Option<String>,
}
