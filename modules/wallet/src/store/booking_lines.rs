//! Ledger transfers of one booking. They are read by their keys, without a search.

use sparkyard_kernel::{
    BookingId, Money, Price, Sparks, Timestamp, UserId,
    db::DbError,
    ports::{LedgerLine, LedgerPlace, LedgerReason},
};
use surrealdb::types::{RecordId, SurrealValue};

use super::WalletStore;
use crate::model::{Reason, Unit};

#[derive(SurrealValue)]
struct LineRow {
    debit: String,
    credit: String,
    unit: Unit,
    amount: i64,
    reason: Reason,
    at: Timestamp,
}

impl WalletStore {
    /// Returns all transfers for a booking, oldest first.
    pub(crate) async fn booking_lines(
        &self,
        booking: BookingId,
    ) -> Result<Vec<LedgerLine>, DbError> {
        let mut rows = self.booking_transfers(booking).await?;
        let intent = rows.iter().find_map(|row| row.debit.strip_prefix("intent:"));
        let held = intent.map(|intent| format!("hold:{intent}"));
        rows.extend(self.transfers(held.into_iter().collect()).await?);
        let mut lines: Vec<LedgerLine> = rows.iter().filter_map(line).collect();
        lines.sort_by_key(|line| (line.at, line.reason as u8));
        Ok(lines)
    }

    /// Returns the transfers into and out of a booking's escrow, and its expenses.
    pub(crate) async fn settlement_lines(
        &self,
        booking: BookingId,
    ) -> Result<Vec<LedgerLine>, DbError> {
        Ok(self.booking_transfers(booking).await?.iter().filter_map(line).collect())
    }

    async fn booking_transfers(&self, booking: BookingId) -> Result<Vec<LineRow>, DbError> {
        let settled = ["escrow", "refund", "release"].map(|kind| format!("{kind}:{booking}"));
        let expenses = super::expenses::key(booking);
        self.transfers(settled.into_iter().chain([expenses]).collect()).await
    }

    async fn transfers(&self, keys: Vec<String>) -> Result<Vec<LineRow>, DbError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let keys: Vec<RecordId> =
            keys.into_iter().map(|key| RecordId::new("ledger_transfer", key)).collect();
        let query = "SELECT debit, credit, unit, amount, reason, at FROM $keys";
        self.db.query(query).bind("keys", keys).fetch().await
    }
}

/// Converts a transfer for other modules; `None` if it has nothing to do with bookings.
fn line(row: &LineRow) -> Option<LedgerLine> {
    let reason = match row.reason {
        Reason::Hold => LedgerReason::Hold,
        Reason::Escrow => LedgerReason::Escrow,
        Reason::Refund => LedgerReason::Refund,
        Reason::Release => LedgerReason::Release,
        Reason::Expenses => LedgerReason::Expenses,
        Reason::HoldExpired
        | Reason::Funding
        | Reason::Chargeback
        | Reason::ChargebackReturned
        | Reason::RefundFailed
        | Reason::CashIn
        | Reason::Withdrawal
        | Reason::WithdrawalReturned
        | Reason::WithdrawalPaid
        | Reason::Welcome
        | Reason::Referral
        | Reason::Gift
        | Reason::Grant
        | Reason::Exchange
        | Reason::Reversal
        | Reason::Leaving
        | Reason::Opening => return None,
    };
    let amount = match row.unit {
        Unit::Gbp => Price::Cash(Money::from_minor(row.amount)),
        Unit::Spark => Price::Sparks(Sparks::from_minor(row.amount)),
    };
    Some(LedgerLine { at: row.at, reason, from: place(&row.debit), to: place(&row.credit), amount })
}

/// Returns the owner of an account.
fn place(account: &str) -> LedgerPlace {
    let mut parts = account.split(':');
    match (parts.next(), parts.next()) {
        (Some("user"), Some(user)) => LedgerPlace::Member(UserId::from(user)),
        (Some("intent"), Some(_)) => LedgerPlace::Hold,
        (Some("booking"), Some(_)) => LedgerPlace::Escrow,
        _ => LedgerPlace::Elsewhere,
    }
}
