use poem_openapi::Object;
use sparkyard_kernel::{BookingId, DateTime, Money, UserId, ports::ChargebackState};

use crate::model::chargeback::{FailedRefund, Named, StoredChargeback};

/// A payment by card that its member disputes at the bank.
#[derive(Debug, Object)]
#[oai(rename = "Chargeback", skip_serializing_if_is_none)]
pub(crate) struct ChargebackView {
    /// Id of the dispute at the card service.
    id: String,
    /// State of the chargeback.
    state: ChargebackState,
    /// State in the words of the card service, such as `needs_response`.
    status: String,
    /// Member who paid.
    user_id: UserId,
    /// Name of the member; empty if they have left.
    name: String,
    /// Booking that the payment pays; left out for a top-up.
    booking_id: Option<BookingId>,
    /// Disputed amount.
    amount: Money,
    /// Part of it that was set aside: cash of the member, or money of the booking.
    set_aside: Money,
    /// Part of it that the community bears so far.
    loss: Money,
    /// Time until which the card service takes evidence; left out if it takes none.
    evidence_due: Option<DateTime>,
    /// Time since which the chargeback is known.
    opened_at: DateTime,
    /// Time of the bank's decision; left out before.
    closed_at: Option<DateTime>,
}

impl From<Named<StoredChargeback>> for ChargebackView {
    fn from(named: Named<StoredChargeback>) -> Self {
        let Named { row, name } = named;
        let set_aside = row.cash.minor() + row.escrow.minor() + row.refund.minor();
        Self {
            id: row.id,
            state: row.state,
            status: row.status,
            user_id: row.user_id,
            name,
            booking_id: row.booking,
            amount: row.amount,
            set_aside: Money::from_minor(set_aside),
            loss: row.loss,
            evidence_due: row.evidence_due.map(DateTime::from),
            opened_at: row.opened_at.into(),
            closed_at: row.closed_at.map(DateTime::from),
        }
    }
}

/// A refund that did not reach the card.
#[derive(Debug, Object)]
#[oai(rename = "FailedRefund", skip_serializing_if_is_none)]
pub(crate) struct FailedRefundView {
    /// Id of the refund at the card service.
    id: String,
    /// Member whose card it was.
    user_id: UserId,
    /// Name of the member; empty if they have left.
    name: String,
    /// Booking of the payment; left out if none used it.
    booking_id: Option<BookingId>,
    /// Amount credited to the member's wallet.
    amount: Money,
    /// Time of the credit.
    at: DateTime,
}

impl From<Named<FailedRefund>> for FailedRefundView {
    fn from(named: Named<FailedRefund>) -> Self {
        let Named { row, name } = named;
        Self {
            id: row.id,
            user_id: row.user_id,
            name,
            booking_id: row.booking,
            amount: row.amount,
            at: row.at.into(),
        }
    }
}
