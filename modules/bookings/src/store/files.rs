//! Clears references to files whose retention has ended; the host then deletes the files.

use sparkyard_kernel::{
    Timestamp,
    db::{DbError, Value},
};

use super::BookingStore;

/// Number of rows changed per transaction.
const BATCH: usize = 100;
/// Indexed lists; `EXPLAIN` must show a range of an index for each. The lower bound excludes rows
/// without a date.
pub(super) const OF_BOOKINGS: &str = "SELECT VALUE id FROM booking \
     WHERE file_kept_since > $start AND file_kept_since <= $before LIMIT $limit";
pub(super) const OF_DISPUTES: &str = "SELECT VALUE id FROM dispute \
     WHERE file_kept_since > $start AND file_kept_since <= $before LIMIT $limit";
pub(super) const OF_STATEMENTS: &str = "SELECT VALUE id FROM dispute_statement \
     WHERE file_kept_since > $start AND file_kept_since <= $before LIMIT $limit";

impl BookingStore {
    /// Clears references to files that are no longer needed since `before` or longer.
    pub(crate) async fn forget_files(&self, before: Timestamp) -> Result<(), DbError> {
        self.forget(OF_BOOKINGS, before, ", version += 1").await?;
        self.forget(OF_DISPUTES, before, "").await?;
        self.forget(OF_STATEMENTS, before, "").await
    }

    async fn forget(
        &self,
        query: &'static str,
        before: Timestamp,
        besides: &str,
    ) -> Result<(), DbError> {
        loop {
            let due = self.db.query(query).bind("start", Timestamp::EPOCH);
            let due = due.bind("before", before).bind("limit", BATCH);
            let due: Vec<Value> = due.fetch().await?;
            if due.is_empty() {
                return Ok(());
            }
            let forget = format!(
                "UPDATE $due SET file = NONE, file_type = NONE, file_kept_since = NONE{besides} \
                 RETURN NONE"
            );
            let write = self.db.write("bookings.forget_files").from_reserve();
            write.bind("due", due).step(&forget).run::<()>().await?;
        }
    }
}
