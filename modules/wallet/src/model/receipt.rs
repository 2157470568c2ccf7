//! Receipts of settled bookings.

use std::collections::HashMap;

use sparkyard_kernel::{
    BookingId, Price, Timestamp, UserId,
    ports::{BilledBooking, LedgerLine, LedgerReason, PersonInfo},
};

use super::Unit;
use crate::error::WalletError;

/// Name shown for a party who has left.
const FORMER: &str = "Former member";

/// Receipt of a booking, as its two parties see it.
#[derive(Clone, Debug)]
pub(crate) struct Receipt {
    pub(crate) booking: BookingId,
    pub(crate) billed: BilledBooking,
    pub(crate) client: String,
    pub(crate) provider: String,
    pub(crate) settlement: Settlement,
}

/// Movements of a booking's money, from the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settlement {
    /// Time of the payment.
    pub(crate) paid_at: Timestamp,
    /// Time at which the money left escrow.
    pub(crate) settled_at: Timestamp,
    /// Amount paid, in hundredths of the price's unit.
    pub(crate) paid: i64,
    /// Part refunded to the client.
    pub(crate) refunded: i64,
    /// Part paid to the provider.
    pub(crate) released: i64,
    /// Expenses paid to the provider beside the price, in pence.
    pub(crate) expenses: i64,
}

impl Settlement {
    /// Derives the settlement from the transfers of a booking. Fails while the money is in escrow,
    /// and without a payment.
    pub(crate) fn of(lines: &[LedgerLine]) -> Result<Self, WalletError> {
        let find = |reason| lines.iter().find(|line| line.reason == reason);
        let paid = find(LedgerReason::Escrow).ok_or(WalletError::NoReceipt)?;
        let parts = [LedgerReason::Refund, LedgerReason::Release].map(find);
        let settled_at = parts.iter().flatten().map(|line| line.at).max();
        let [refunded, released] = parts.map(|part| part.map_or(0, |line| line.amount.minor()));
        Ok(Self {
            paid_at: paid.at,
            settled_at: settled_at.ok_or(WalletError::NotSettled)?,
            paid: paid.amount.minor(),
            refunded,
            released,
            expenses: find(LedgerReason::Expenses).map_or(0, |line| line.amount.minor()),
        })
    }
}

impl Receipt {
    /// Returns the number of the receipt, which is the same for both parties.
    pub(crate) fn number(&self) -> String {
        format!("R{:06}", self.booking.0)
    }

    /// Returns the unit of the price.
    pub(crate) fn unit(&self) -> Unit {
        match self.billed.price {
            Price::Cash(_) => Unit::Gbp,
            Price::Sparks(_) => Unit::Spark,
        }
    }
}

/// Returns the name of a party.
pub(crate) fn party_name(people: &HashMap<UserId, PersonInfo>, user: &UserId) -> String {
    people.get(user).map_or_else(|| FORMER.to_owned(), PersonInfo::name)
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::{Money, ports::LedgerPlace};

    use super::*;

    fn line(reason: LedgerReason, pence: i64, at: &str) -> LedgerLine {
        LedgerLine {
            at: at.parse().unwrap(),
            reason,
            from: LedgerPlace::Hold,
            to: LedgerPlace::Escrow,
            amount: Price::Cash(Money::from_minor(pence)),
        }
    }

    #[test]
    fn settlement_follows_from_the_ledger() {
        let paid = line(LedgerReason::Escrow, 900, "2026-03-02T10:00:00Z");
        let refund = line(LedgerReason::Refund, 450, "2026-03-03T10:00:00Z");
        let release = line(LedgerReason::Release, 450, "2026-03-03T10:00:00Z");
        let expenses = line(LedgerReason::Expenses, 1250, "2026-03-04T10:00:00Z");
        assert!(matches!(Settlement::of(&[]), Err(WalletError::NoReceipt)));
        let unsettled = Settlement::of(std::slice::from_ref(&paid));
        assert!(matches!(unsettled, Err(WalletError::NotSettled)));
        let unsettled = Settlement::of(&[paid.clone(), expenses.clone()]);
        assert!(matches!(unsettled, Err(WalletError::NotSettled)), "expenses settle no price");
        let found = Settlement::of(&[paid.clone(), refund, release, expenses]).unwrap();
        assert_eq!(found.expenses, 1250);
        assert_eq!((found.paid, found.refunded, found.released), (900, 450, 450));
        assert_eq!(found.paid_at, paid.at);
        assert_eq!(found.settled_at, "2026-03-03T10:00:00Z".parse().unwrap());
    }
}
