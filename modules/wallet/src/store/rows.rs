//! Rows of the ledger as stored, for checking. Damaged rows are expected here, so the types are
//! lenient.

use sparkyard_kernel::Timestamp;
use surrealdb::types::SurrealValue;

use crate::model::sums::Moved;

/// A transfer as stored.
#[derive(Debug, SurrealValue)]
pub(crate) struct TransferRow {
    pub(crate) id: String,
    pub(crate) debit: String,
    pub(crate) credit: String,
    pub(crate) unit: String,
    pub(crate) amount: i64,
    pub(crate) reason: String,
    pub(crate) reference: Option<String>,
    pub(crate) at: Timestamp,
}

impl TransferRow {
    /// Returns what sums need of the transfer.
    pub(crate) fn moved(&self) -> Moved {
        Moved {
            id: self.id.clone(),
            debit: self.debit.clone(),
            credit: self.credit.clone(),
            unit: self.unit.clone(),
            amount: self.amount,
            reason: self.reason.clone(),
            at: self.at,
        }
    }

    /// Returns the ids of the two entries, each with its account and amount.
    pub(crate) fn sides(&self) -> [(String, &String, i64); 2] {
        let id = &self.id;
        [
            (format!("{id}/debit"), &self.debit, self.amount.saturating_neg()),
            (format!("{id}/credit"), &self.credit, self.amount),
        ]
    }
}

/// An entry of an account, which is one side of a transfer, as stored.
#[derive(Debug, SurrealValue)]
pub(crate) struct EntryRow {
    pub(crate) id: String,
    pub(crate) transfer: String,
    pub(crate) account: String,
    pub(crate) unit: String,
    pub(crate) amount: i64,
    pub(crate) reason: String,
    pub(crate) reference: Option<String>,
    pub(crate) at: Timestamp,
    /// Position in the account, from 1. Together with the balance after it, `None` for entries from
    /// before positions were stored.
    pub(crate) place: Option<i64>,
    pub(crate) balance: Option<i64>,
}

/// An account with its cached sums.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct AccountRow {
    pub(crate) id: String,
    pub(crate) unit: String,
    pub(crate) debits: i64,
    pub(crate) credits: i64,
    pub(crate) balance: i64,
    pub(crate) floor: Option<i64>,
    pub(crate) entries: i64,
    pub(crate) withdrawable: i64,
}

/// A hold as stored.
#[derive(Debug, SurrealValue)]
pub(crate) struct IntentRow {
    pub(crate) id: String,
    pub(crate) unit: String,
    pub(crate) amount: i64,
    pub(crate) status: String,
    pub(crate) booking: Option<i64>,
    /// Whether the money is counted as held or in escrow.
    pub(crate) open: Option<bool>,
}

impl AccountRow {
    /// Whether this is a member's account in pounds, from which money can be withdrawn.
    pub(crate) fn is_cash_of_member(&self) -> bool {
        self.unit == "gbp" && self.id.starts_with("user:")
    }
}

impl IntentRow {
    /// Prefix of the account ids of holds.
    pub(crate) const ACCOUNTS: &'static str = "intent:";

    /// Returns the id of the hold with this account, if it is a hold's.
    pub(crate) fn of(account: &str) -> Option<String> {
        account.strip_prefix(Self::ACCOUNTS).map(str::to_owned)
    }

    /// Returns the account of the hold `id`.
    pub(crate) fn account_of(id: &str) -> String {
        format!("{}{id}", Self::ACCOUNTS)
    }

    /// Returns the id of the transfer that returns the hold `id`.
    pub(crate) fn expiry_of(id: &str) -> String {
        format!("expire:{id}")
    }

    /// Returns the account that has the money while it is held.
    pub(crate) fn account(&self) -> String {
        Self::account_of(&self.id)
    }

    /// Returns the escrow account of the booking that used it.
    pub(crate) fn escrow(&self) -> Option<String> {
        self.booking.map(|booking| format!("booking:{booking}"))
    }
}
