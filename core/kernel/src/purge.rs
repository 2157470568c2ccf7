//! Deletes rows that have been kept long enough.

use std::time::Duration;

use async_trait::async_trait;
use sparkyard_db::{Db, Timestamp, Value};

use crate::{Job, allowance::day, job::JobRunner, store};

/// How often to look.
const EVERY: Duration = Duration::from_hours(1);
/// Rows deleted in one write.
const BATCH: i64 = 500;

/// A job that deletes old rows, batch by batch: whatever ends it between two, the next run goes on
/// where it stopped.
///
/// Both texts may name `$before`, the same as `$before_ms` in milliseconds, and `$day`, the day of
/// that instant (UTC). Together they must read a range of an index or of ids.
#[derive(Clone)]
pub struct Purge {
    /// Where the rows are.
    pub db: Db,
    /// `module.what_it_forgets`, for the log.
    pub what: &'static str,
    /// How long rows are kept.
    pub keep: Duration,
    /// The table, or a range of its ids.
    pub rows: &'static str,
    /// What is true of rows that are due.
    pub due: &'static str,
}

impl Purge {
    /// The job, once an hour.
    pub fn job(self) -> Job {
        Job { name: self.what, every: EVERY, runner: std::sync::Arc::new(self) }
    }
}

#[async_trait]
impl JobRunner for Purge {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        let before = now - self.keep;
        let mut deleted = 0;
        loop {
            let due = store::due(&self.db, self.rows, self.due).bind("limit", BATCH);
            let due = due.bind("before", before).bind("before_ms", before.as_millis());
            let due = due.bind("day", day(before));
            let due: Vec<Value> = due.fetch().await?;
            if due.is_empty() {
                break;
            }
            let write = self.db.write(self.what).from_reserve().bind("due", due);
            let write = write.bind("before", before).bind("before_ms", before.as_millis());
            let write = store::delete_due(write.bind("day", day(before)), self.due);
            let gone: i64 = write.run().await?;
            deleted += gone;
            // What is due but must stay would be found for ever.
            if gone == 0 {
                break;
            }
        }
        if deleted > 0 {
            tracing::debug!(job = self.what, deleted, "old rows are deleted");
        }
        Ok(())
    }
}

impl std::fmt::Debug for Purge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Purge").field("what", &self.what).finish_non_exhaustive()
    }
}
