//! Chargebacks, and refunds that have failed.

use sparkyard_kernel::{
    BookingId, IntentId, Money, Timestamp, UserId,
    events::payments::ChargebackChanged,
    ports::{Chargeback, ChargebackState},
};
use surrealdb::types::SurrealValue;

/// A chargeback as stored.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct StoredChargeback {
    pub(crate) id: String,
    pub(crate) user_id: UserId,
    /// Booking that the payment pays; `None` for a top-up.
    pub(crate) booking: Option<BookingId>,
    pub(crate) amount: Money,
    /// State in the provider's words; empty until it was first followed.
    pub(crate) status: String,
    pub(crate) state: ChargebackState,
    pub(crate) evidence_due: Option<Timestamp>,
    /// Cash of the payer that was set aside.
    pub(crate) cash: Money,
    /// Escrow that was set aside.
    pub(crate) escrow: Money,
    /// Refund that was set aside before it was made.
    pub(crate) refund: Money,
    /// Part that the community bears.
    pub(crate) loss: Money,
    pub(crate) withdrawn: Money,
    pub(crate) reinstated: Money,
    pub(crate) opened_at: Timestamp,
    pub(crate) closed_at: Option<Timestamp>,
    pub(crate) newest: String,
}

impl StoredChargeback {
    /// Checks whether the provider shows nothing new.
    pub(crate) fn is_as(&self, shown: &Chargeback) -> bool {
        self.status == shown.status
            && self.state == shown.state
            && self.evidence_due == shown.evidence_due
            && self.withdrawn == shown.withdrawn
            && self.reinstated == shown.reinstated
    }
}

/// Purpose of a disputed payment.
#[derive(Clone, Debug)]
pub(crate) enum PaidByCard {
    /// A top-up, by its id.
    TopUp(String),
    /// A booking, by its payment.
    Card(IntentId),
}

/// Payer of a disputed payment, and what it has paid.
#[derive(Clone, Debug)]
pub(crate) struct Disputed {
    pub(crate) paid: PaidByCard,
    pub(crate) payer: UserId,
    pub(crate) booking: Option<BookingId>,
}

impl Disputed {
    /// Returns the event that the chargeback is in a new state.
    pub(crate) fn changed(&self, shown: &Chargeback) -> ChargebackChanged {
        ChargebackChanged {
            chargeback_id: shown.id.clone(),
            user_id: self.payer.clone(),
            booking_id: self.booking,
            amount: shown.amount,
            state: shown.state,
            evidence_due: shown.evidence_due,
        }
    }
}

/// A refund that has not reached the card.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct FailedRefund {
    pub(crate) id: String,
    pub(crate) user_id: UserId,
    pub(crate) booking: Option<BookingId>,
    /// Amount credited to the member's cash.
    pub(crate) amount: Money,
    pub(crate) at: Timestamp,
    pub(crate) newest: String,
}

/// A row of the console with the name of its member, empty for a deleted account.
pub(crate) struct Named<T> {
    pub(crate) row: T,
    pub(crate) name: String,
}
