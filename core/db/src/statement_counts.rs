//! Counts of database statements per operation.

use std::cell::Cell;

tokio::task_local! {
    static COUNTS: Cell<StatementCounts>;
}

/// Number of database statements, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatementCounts {
    /// Read statements.
    pub queries: u32,
    /// Reads of rows by key.
    pub key_reads: u32,
    /// Reads of either kind answered from the cache.
    pub cached: u32,
    /// Writes, each one transaction, not counting retries.
    pub writes: u32,
}

impl StatementCounts {
    /// Runs `work` and counts the statements of its own task. The counts are added to an enclosing
    /// count, too.
    pub async fn during<T>(work: impl Future<Output = T>) -> (T, Self) {
        let counting = async {
            let done = work.await;
            (done, COUNTS.with(Cell::get))
        };
        let (done, counts) = COUNTS.scope(Cell::default(), counting).await;
        Self::count(|enclosing| {
            enclosing.queries += counts.queries;
            enclosing.key_reads += counts.key_reads;
            enclosing.cached += counts.cached;
            enclosing.writes += counts.writes;
        });
        (done, counts)
    }

    /// Updates the current count, if there is one.
    pub(crate) fn count(update: impl FnOnce(&mut Self)) {
        // Outside of `during` nothing is counted.
        let _ = COUNTS.try_with(|current| {
            let mut counts = current.get();
            update(&mut counts);
            current.set(counts);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Db, DbConfig, Routes, Totals, Value};

    #[tokio::test]
    async fn reads_and_writes_are_counted() {
        let folder = tempfile::TempDir::new().unwrap();
        let config = DbConfig::at(format!("surrealkv://{}", folder.path().display()));
        let config = DbConfig { reserve_bytes: 0, ..config };
        let db = Db::connect(&config, Routes::default()).await.unwrap();
        let work = async {
            db.write("test.note").step("CREATE note:one SET n = 1").run::<()>().await.unwrap();
            let read = || db.query("SELECT * FROM note").fetch::<Value>();
            assert_eq!(read().await.unwrap(), read().await.unwrap());
            db.get::<Value>("note", "one".to_owned()).await.unwrap()
        };
        let ((row, inside), counts) =
            StatementCounts::during(Box::pin(StatementCounts::during(work))).await;
        assert!(row.is_some());
        assert_eq!(inside, counts);
        assert_eq!(counts, StatementCounts { queries: 2, key_reads: 1, cached: 1, writes: 1 });
        let Totals { queries, key_reads, cached, writes, .. } = db.totals();
        assert_eq!((queries, key_reads, cached, writes), (2, 1, 1, 1));
        assert_eq!(StatementCounts::during(async {}).await.1, StatementCounts::default());
    }
}
