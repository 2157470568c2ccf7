//! Payment of the expenses of a booking.

use sparkyard_kernel::{BookingId, Money, Timestamp, UserId, db::Fragment};

use super::ledger::transfer;
use crate::model::{Account, Reason, Transfer, Unit};

/// Returns the key of the transfer that pays the expenses of a booking.
pub(super) fn key(booking: BookingId) -> String {
    format!("expenses:{booking}")
}

/// Returns a fragment that pays the expenses of a booking from its client's cash.
pub(crate) fn pay_expenses(
    booking: BookingId,
    (client, provider): (&UserId, &UserId),
    amount: Money,
    at: Timestamp,
) -> Fragment {
    transfer(Transfer {
        key: key(booking),
        from: Account::User(client, Unit::Gbp),
        to: Account::User(provider, Unit::Gbp),
        unit: Unit::Gbp,
        amount: amount.minor(),
        reason: Reason::Expenses,
        reference: Some(format!("booking:{booking}")),
        at,
    })
}
