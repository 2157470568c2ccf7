//! All `SurrealQL` of the wallet: what it reads, and the calls into its own schema that change
//! things.

mod alarm;
mod booking_lines;
mod cash_ins;
mod checks;
mod forget;
mod funding;
mod intents;
mod ledger;
mod recent;
mod referrals;
mod replay;
mod rows;

use sparkyard_kernel::db::{Db, DbError};

pub(crate) use forget::forget;
pub(crate) use intents::{escrow, settle};
pub(crate) use recent::CHAIN_PAGE;
pub(crate) use rows::{AccountRow, IntentRow, SideRow, TransferRow};

/// The module's data.
#[derive(Clone)]
pub(crate) struct WalletStore {
    db: Db,
}

impl WalletStore {
    /// On an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// The data as it is now, whatever is written meanwhile.
    pub(crate) async fn snapshot(db: &Db) -> Result<Self, DbError> {
        Ok(Self { db: db.snapshot().await? })
    }
}
