//! Reads the whole ledger in pages, for a full check.

use sparkyard_kernel::db::DbError;
use surrealdb::types::SurrealValue;

use super::{AccountRow, EntryRow, IntentRow, TransferRow, WalletStore};

/// Rows per query.
const PAGE: i64 = 2000;

/// A row of a table that can be read from end to end.
pub(crate) trait Replayed: SurrealValue {
    /// Query for a page of `$page` rows after the id `$after`, in the order of the ids.
    const PAGE_AFTER: &'static str;

    fn id(&self) -> &str;
}

impl WalletStore {
    /// Passes every row of a table to `visit`, with one page in memory at a time.
    pub(crate) async fn replay<R: Replayed>(
        &self,
        mut visit: impl FnMut(R),
    ) -> Result<(), DbError> {
        let mut after = String::new();
        loop {
            let page = self.db.query(R::PAGE_AFTER).bind("after", after.clone()).bind("page", PAGE);
            let rows = page.fetch::<R>().await?;
            let Some(last) = rows.last() else { return Ok(()) };
            last.id().clone_into(&mut after);
            rows.into_iter().for_each(&mut visit);
        }
    }
}

impl Replayed for TransferRow {
    const PAGE_AFTER: &'static str = "SELECT record::id(id) AS id, debit, credit, unit, amount, \
         reason, reference, at \
         FROM type::record('ledger_transfer', $after>..) LIMIT $page";

    fn id(&self) -> &str {
        &self.id
    }
}

impl Replayed for EntryRow {
    const PAGE_AFTER: &'static str = "SELECT record::id(id) AS id, transfer, account, unit, \
         amount, reason, reference, at, place, balance \
         FROM type::record('ledger_entry', $after>..) LIMIT $page";

    fn id(&self) -> &str {
        &self.id
    }
}

impl Replayed for AccountRow {
    const PAGE_AFTER: &'static str = "SELECT record::id(id) AS id, unit, debits, credits, balance, floor, entries, \
         withdrawable \
         FROM type::record('ledger_account', $after>..) LIMIT $page";

    fn id(&self) -> &str {
        &self.id
    }
}

impl Replayed for IntentRow {
    const PAGE_AFTER: &'static str = "SELECT record::id(id) AS id, unit, amount, status, booking, open \
         FROM type::record('payment_intent', $after>..) LIMIT $page";

    fn id(&self) -> &str {
        &self.id
    }
}
