//! Accounts by the time of joining, counted for the operator.

use std::time::Duration;

use sparkyard_kernel::{
    Months, Timestamp,
    db::{DbError, time_bucket},
    newest_first,
};
use surrealdb::types::SurrealValue;

use super::AuthStore;

/// Maximum number of accounts counted.
const MAX_JOINED: i64 = 1_000_000;

/// Returns the statement that counts new accounts by month. It reads a range of an index; `EXPLAIN`
/// must show it.
pub(super) fn joined(spans: usize) -> String {
    format!(
        "SELECT span, count() AS accounts FROM (SELECT {} AS span FROM account \
         WITH INDEX account_position WHERE position < $newest LIMIT $most) GROUP BY span",
        time_bucket("created_at", spans)
    )
}

impl AuthStore {
    /// Returns the numbers of accounts made in each of `months`, and after them.
    pub(crate) async fn joined_in(&self, months: &Months) -> Result<Vec<u64>, DbError> {
        #[derive(SurrealValue)]
        struct Joined {
            span: i64,
            accounts: i64,
        }
        let bounds = months.bounds();
        let start = bounds.first().copied().unwrap_or(Timestamp::EPOCH);
        let mut counts = vec![0; bounds.len()];
        let rows: Vec<Joined> = self
            .db
            .query(joined(bounds.len()))
            // Keys of one millisecond begin alike, so that of the one before comes after them all.
            .bind("newest", newest_first(start - Duration::from_millis(1), ""))
            .bind("bounds", bounds)
            .bind("most", MAX_JOINED)
            .fetch()
            .await?;
        for row in rows {
            if let Some(count) = usize::try_from(row.span).ok().and_then(|at| counts.get_mut(at)) {
                *count = row.accounts.unsigned_abs();
            }
        }
        Ok(counts)
    }
}
