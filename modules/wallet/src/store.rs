//! All `SurrealQL` of the wallet: its queries, and the calls of the schema's functions that change
//! data.

mod alarm;
mod booking_lines;
mod card_payments;
mod cash_ins;
mod chargebacks;
mod checks;
mod credit;
mod expenses;
mod forget;
mod funding;
mod intents;
mod leave;
mod ledger;
mod ledger_pages;
mod own;
mod referrals;
mod replay;
mod rows;
mod sellers;
mod statement;
mod sums;
mod withdrawals;

use sparkyard_kernel::db::{Db, DbError};

pub(crate) use card_payments::{card_captured, card_refunded, settle_card, use_card};
pub(crate) use chargebacks::{follow_chargeback, open_chargeback, refund_failed};
pub(crate) use expenses::pay_expenses;
pub(crate) use forget::forget;
pub(crate) use funding::card_payment_changed;
pub(crate) use intents::{escrow, settle};
pub(crate) use leave::LEAVING;
pub(crate) use ledger::transfer_tokens;
pub(crate) use ledger_pages::ENTRY_PAGE;
pub(crate) use own::own;
pub(crate) use rows::{AccountRow, EntryRow, IntentRow, TransferRow};
pub(crate) use sums::BATCH;
pub(crate) use withdrawals::{
    pay_withdrawal, return_withdrawal, reverse_withdrawal, send_withdrawal, withdraw,
};

#[derive(Clone)]
pub(crate) struct WalletStore {
    db: Db,
}

impl WalletStore {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns a read-only store on the current state; later writes are not visible through it.
    pub(crate) async fn snapshot(db: &Db) -> Result<Self, DbError> {
        Ok(Self { db: db.snapshot().await? })
    }
}
