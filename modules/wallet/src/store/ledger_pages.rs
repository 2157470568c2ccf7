//! Paged reads of the ledger, for its checks.

use sparkyard_kernel::{Timestamp, db::DbError};
use surrealdb::types::SurrealValue;

use super::{AccountRow, EntryRow, IntentRow, TransferRow, WalletStore};

/// Transfers per query.
const TRANSFER_PAGE: i64 = 500;

/// Entries of one account per query.
pub(crate) const ENTRY_PAGE: usize = 500;

impl WalletStore {
    /// Returns a page of transfers after the one with this time and id, in the order of both: the
    /// index keeps those of one time in the order of their ids. Empty at the end.
    pub(crate) async fn transfers_after(
        &self,
        (at, id): &(Timestamp, String),
    ) -> Result<Vec<TransferRow>, DbError> {
        // Two queries with one index range each: for a single query with OR, the database uses
        // another range than the one intended.
        let page = |condition: &str, limit: i64| {
            let text = format!(
                "SELECT record::id(id) AS id, debit, credit, unit, amount, reason, reference, at, \
                 at_micros FROM ledger_transfer WHERE {condition} LIMIT $limit"
            );
            self.db.query(text).bind("at", at.to_jiff().as_microsecond()).bind("limit", limit)
        };
        let same = page("at_micros = $at AND record::id(id) > $after ORDER BY id", TRANSFER_PAGE);
        let mut rows: Vec<TransferRow> = same.bind("after", id.clone()).fetch().await?;
        let left = TRANSFER_PAGE - i64::try_from(rows.len()).unwrap_or(TRANSFER_PAGE);
        if left > 0 {
            rows.extend(
                page("at_micros > $at ORDER BY at_micros", left).fetch::<TransferRow>().await?,
            );
        }
        Ok(rows)
    }

    /// Returns the existing transfers among `ids`, in no order.
    pub(crate) async fn transfer_rows(
        &self,
        ids: Vec<String>,
    ) -> Result<Vec<TransferRow>, DbError> {
        self.db
            .query(
                "SELECT record::id(id) AS id, debit, credit, unit, amount, reason, reference, at \
             FROM $ids.map(|$id| type::record('ledger_transfer', $id))",
            )
            .bind("ids", ids)
            .fetch()
            .await
    }

    /// Returns the existing entries among `ids`, in no order.
    pub(crate) async fn entry_rows(&self, ids: Vec<String>) -> Result<Vec<EntryRow>, DbError> {
        self.db.query(
            "SELECT record::id(id) AS id, transfer, account, unit, amount, reason, reference, at, \
             place, balance FROM $ids.map(|$id| type::record('ledger_entry', $id))",
        )
        .bind("ids", ids)
        .fetch()
        .await
    }

    /// Returns the existing accounts among `ids`, in no order.
    pub(crate) async fn account_rows(&self, ids: Vec<String>) -> Result<Vec<AccountRow>, DbError> {
        self.db
            .query(
                "SELECT record::id(id) AS id, unit, debits, credits, balance, floor, entries, withdrawable \
             FROM $ids.map(|$id| type::record('ledger_account', $id))",
            )
            .bind("ids", ids)
            .fetch()
            .await
    }

    /// Returns the existing holds among `ids`, in no order.
    pub(crate) async fn intent_rows(&self, ids: Vec<String>) -> Result<Vec<IntentRow>, DbError> {
        self.db
            .query(
                "SELECT record::id(id) AS id, unit, amount, status, booking, open \
             FROM $ids.map(|$id| type::record('payment_intent', $id))",
            )
            .bind("ids", ids)
            .fetch()
            .await
    }

    /// Returns a page of an account's entries from a position (`place`) on, in order.
    pub(crate) async fn entries_from(
        &self,
        account: &str,
        place: i64,
    ) -> Result<Vec<EntryRow>, DbError> {
        self.db.query(
            "SELECT record::id(id) AS id, transfer, account, unit, amount, reason, reference, at, \
             place, balance FROM ledger_entry WHERE account = $account AND place >= $place \
             ORDER BY place LIMIT $page",
        )
        .bind("account", account.to_owned())
        .bind("place", place)
        .bind("page", i64::try_from(ENTRY_PAGE).unwrap_or(i64::MAX))
        .fetch()
        .await
    }

    /// Returns the entry of an account at a position.
    pub(crate) async fn entry_at(
        &self,
        account: &str,
        place: i64,
    ) -> Result<Option<EntryRow>, DbError> {
        self.db.query(
            "SELECT record::id(id) AS id, transfer, account, unit, amount, reason, reference, at, \
             place, balance FROM ledger_entry WHERE account = $account AND place = $place LIMIT 1",
        )
        .bind("account", account.to_owned())
        .bind("place", place)
        .fetch_optional()
        .await
    }

    /// Returns an account's entries from before positions were stored, oldest first: `newest` falls
    /// with time. There are no new ones, so all are read at once.
    pub(crate) async fn unplaced_rows(&self, account: &str) -> Result<Vec<EntryRow>, DbError> {
        self.db.query(
            "SELECT record::id(id) AS id, transfer, account, unit, amount, reason, reference, at, \
             place, balance, newest FROM ledger_entry WHERE account = $account AND place = NONE \
             ORDER BY newest DESC",
        )
        .bind("account", account.to_owned())
        .fetch()
        .await
    }

    /// Returns the number of an account's entries from before positions were stored, and the sum of
    /// their amounts.
    pub(crate) async fn unplaced_entries(&self, account: &str) -> Result<(i64, i64), DbError> {
        #[derive(SurrealValue)]
        struct UnplacedRow {
            entries: i64,
            sum: i64,
        }
        let row = self
            .db
            .query(
                "SELECT count() AS entries, math::sum(amount) AS sum FROM ledger_entry \
                 WHERE account = $account AND place = NONE GROUP ALL",
            )
            .bind("account", account.to_owned())
            .fetch_optional::<UnplacedRow>()
            .await?;
        Ok(row.map_or((0, 0), |row| (row.entries, row.sum)))
    }
}
