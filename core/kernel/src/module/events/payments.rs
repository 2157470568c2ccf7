//! Events of transfers to members, of chargebacks, and of refunds that fail.

use sparkyard_db::{Timestamp, Topic};
use surrealdb::types::SurrealValue;

use crate::{BookingId, ItemId, Money, UserId, ports::ChargebackState};

/// A transfer was taken back at the provider, wholly or in part.
pub const TRANSFER_REVERSED: Topic<TransferReversed> = Topic::new("payments.transfer_reversed");

/// Payload of [`TRANSFER_REVERSED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct TransferReversed {
    /// Id of the withdrawal that the transfer has paid.
    pub withdrawal_id: ItemId,
    /// Amount taken back so far, in all.
    pub reversed: Money,
}

/// A card payment is disputed at the cardholder's bank, or the bank has decided.
pub const CHARGEBACK_CHANGED: Topic<ChargebackChanged> = Topic::new("payments.chargeback_changed");
/// A refund has not reached the card; its amount is in the member's wallet.
pub const REFUND_FAILED: Topic<RefundFailed> = Topic::new("payments.refund_failed");

/// Payload of [`CHARGEBACK_CHANGED`].
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct ChargebackChanged {
    /// Id of the dispute at the provider.
    pub chargeback_id: String,
    /// Member who paid by card.
    pub user_id: UserId,
    /// Booking that the payment pays; `None` for a top-up.
    pub booking_id: Option<BookingId>,
    /// Disputed amount.
    pub amount: Money,
    /// State of the chargeback.
    pub state: ChargebackState,
    /// Time until which the provider takes evidence.
    pub evidence_due: Option<Timestamp>,
}

/// Payload of [`REFUND_FAILED`].
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct RefundFailed {
    /// Id of the refund at the provider.
    pub refund_id: String,
    /// Member who paid by card.
    pub user_id: UserId,
    /// Booking that the payment pays, if one uses it.
    pub booking_id: Option<BookingId>,
    /// Amount credited to their wallet.
    pub amount: Money,
}
