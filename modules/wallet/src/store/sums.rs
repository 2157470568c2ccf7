//! Sums of the ledger, and the transfers that are in none yet.

use sparkyard_kernel::db::{DbError, RuleViolation};
use surrealdb::types::SurrealValue;

use super::{WalletStore, replay::Replayed};
use crate::model::sums::{Moved, Sum, Sums};

/// Transfers added up at once. A request reads at most so many that are in no sum yet.
pub(crate) const BATCH: usize = 2_000;

/// Another process has summed the same transfers.
const SUMMED: RuleViolation =
    RuleViolation::new(409, "wallet.summed_already", "These transfers were summed already.");

/// A sum as stored.
#[derive(Debug, SurrealValue)]
struct SumRow {
    id: String,
    debits: i64,
    credits: i64,
    entries: i64,
}

impl SumRow {
    fn sum(&self) -> Sum {
        Sum { debits: self.debits, credits: self.credits, entries: self.entries }
    }
}

const UNSUMMED: &str = "SELECT record::id(id) AS id, debit, credit, unit, amount, reason, at \
     FROM ledger_unsummed";

impl WalletStore {
    /// Returns the sums with keys from `from` to before `to`, and up to [`BATCH`] transfers that
    /// are in no sum yet.
    pub(crate) async fn sums(
        &self,
        ranges: [(String, String); 2],
    ) -> Result<(Sums, Vec<Moved>), DbError> {
        #[derive(SurrealValue)]
        struct Found {
            sums: Vec<SumRow>,
            unsummed: Vec<Moved>,
        }
        let [one, other] = ranges;
        let found = self
            .db
            .query(format!(
                "RETURN {{ sums: array::concat(({}), ({})), unsummed: ({UNSUMMED} LIMIT $batch) }}",
                range("one"),
                range("other"),
            ))
            .bind("one_from", one.0)
            .bind("one_to", one.1)
            .bind("other_from", other.0)
            .bind("other_to", other.1)
            .bind("batch", batch())
            .fetch_optional::<Found>()
            .await?;
        let mut sums = Sums::default();
        let Some(Found { sums: rows, unsummed }) = found else { return Ok((sums, Vec::new())) };
        for row in rows {
            sums.count(row.id.clone(), row.sum());
        }
        Ok((sums, unsummed))
    }

    /// Returns up to `limit` sums with keys after `after`, in the order of their keys.
    pub(crate) async fn sums_after(
        &self,
        after: &str,
        limit: u32,
    ) -> Result<Vec<(String, Sum)>, DbError> {
        let rows: Vec<SumRow> = self.db.get_after("ledger_sum", after, limit).await?;
        Ok(rows.into_iter().map(|row| (row.id.clone(), row.sum())).collect())
    }

    /// Adds up to [`BATCH`] transfers to their sums; returns their number.
    pub(crate) async fn sum_up(&self) -> Result<usize, DbError> {
        #[derive(SurrealValue)]
        struct Added {
            key: String,
            debits: i64,
            credits: i64,
            entries: i64,
        }
        let limit = u32::try_from(BATCH).unwrap_or(u32::MAX);
        let moved: Vec<Moved> = self.db.get_after("ledger_unsummed", "", limit).await?;
        if moved.is_empty() {
            return Ok(0);
        }
        let mut sums = Sums::default();
        for moved in &moved {
            sums.add(moved);
        }
        let count = moved.len();
        let keys: Vec<String> = moved.into_iter().map(|moved| moved.id).collect();
        let added = sums.0.into_iter().map(|(key, sum)| {
            let Sum { debits, credits, entries } = sum;
            Added { key, debits, credits, entries }
        });
        let written = self
            .db
            .write("wallet.sum_up")
            .bind("moved", keys)
            .bind("sums", added.collect::<Vec<_>>())
            .step("fn::wallet::sum_up($moved, $sums)")
            .violations(&[SUMMED])
            .run::<()>()
            .await;
        match written {
            Err(DbError::Refused(violation)) if violation.code == SUMMED.code => Ok(count),
            written => written.map(|()| count),
        }
    }

    /// Passes every sum and every transfer that is in none yet to `sums`.
    pub(crate) async fn all_sums(&self, sums: &mut Sums) -> Result<(), DbError> {
        self.replay(|row: SumRow| sums.count(row.id.clone(), row.sum())).await?;
        self.replay(|moved: Moved| sums.add(&moved)).await
    }
}

fn batch() -> i64 {
    i64::try_from(BATCH).unwrap_or(i64::MAX)
}

/// Returns the statement that reads one range of sums. Keys are few: kinds of accounts, and these
/// by month.
fn range(name: &str) -> String {
    format!(
        "SELECT record::id(id) AS id, debits, credits, entries \
         FROM type::record('ledger_sum', ${name}_from..${name}_to) LIMIT 1000"
    )
}

impl Replayed for SumRow {
    const PAGE_AFTER: &'static str = "SELECT record::id(id) AS id, debits, credits, entries \
         FROM type::record('ledger_sum', $after>..) LIMIT $page";

    fn id(&self) -> &str {
        &self.id
    }
}

impl Replayed for Moved {
    const PAGE_AFTER: &'static str = "SELECT record::id(id) AS id, debit, credit, unit, amount, \
         reason, at FROM type::record('ledger_unsummed', $after>..) LIMIT $page";

    fn id(&self) -> &str {
        &self.id
    }
}
