//! Scheduled deletion of old rows.

use std::time::Duration;

use sparkyard_db::{Db, DbError, Timestamp, Value};

use super::store;
use crate::{Job, allowance::day, job::Retention};

/// Time between two runs.
const EVERY: Duration = Duration::from_hours(1);
/// Number of rows deleted in one write.
const BATCH: i64 = 500;

/// A job that deletes old rows in batches. An interrupted run is continued by the next one.
///
/// `rows` and `due` may use `$before`, `$before_ms` (the same in milliseconds) and `$day` (the UTC
/// day of that instant). Together they must read a range of an index or of ids.
#[derive(Clone, Copy, Debug)]
pub struct Purge {
    /// Name of the job in the log, `module.what_it_deletes`.
    pub what: &'static str,
    /// Time for which rows are kept.
    pub keep: Duration,
    /// Table, or range of its ids.
    pub rows: &'static str,
    /// Condition that rows to delete satisfy.
    pub due: &'static str,
    /// Name of the data for members, as in [`Retention::data`].
    pub data: &'static str,
    /// Moment from which `keep` counts, as in [`Retention::since`].
    pub since: &'static str,
}

impl Purge {
    /// Returns the job, which runs once an hour.
    pub fn job(self, db: &Db) -> Job {
        let Self { what, data, since, keep, .. } = self;
        Job::new(what, EVERY, db.clone(), move |db, now| async move { self.run(&db, now).await })
            .deletes(Retention { data, since, keep })
    }

    async fn run(&self, db: &Db, now: Timestamp) -> Result<(), DbError> {
        let before = now - self.keep;
        let (mut deleted, mut kept) = (0, Vec::new());
        loop {
            let due = store::due(db, self.rows, self.due).bind("limit", BATCH);
            let due = due.bind("before", before).bind("before_ms", before.as_millis());
            let due = due.bind("day", day(before));
            let due: Vec<Value> = due.fetch().await?;
            if due.is_empty() || due == kept {
                break;
            }
            let write = db.write(self.what).from_reserve().bind("due", due.clone());
            let write = write.bind("before", before).bind("before_ms", before.as_millis());
            let write = store::delete_due(write.bind("day", day(before)), self.due);
            let gone: i64 = write.run().await?;
            deleted += gone;
            // Rows that are due but must stay would be found for ever; or another process deleted
            // them first.
            if gone == 0 {
                kept = due;
            }
        }
        if deleted > 0 {
            tracing::debug!(job = self.what, deleted, "old rows are deleted");
        }
        Ok(())
    }
}
