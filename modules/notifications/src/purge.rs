//! Forgets old notices.

use std::time::Duration;

use async_trait::async_trait;
use sparkyard_kernel::{Timestamp, job::JobRunner};

use crate::store::Store;

const DAY: Duration = Duration::from_hours(24);
/// Notices forgotten in one write.
const BATCH: i64 = 500;

/// The job that forgets notices by age.
pub(crate) struct Purge {
    store: Store,
    keep: Duration,
}

impl Purge {
    pub(crate) fn new(store: Store, keep_days: u16) -> Self {
        Self { store, keep: DAY * u32::from(keep_days) }
    }
}

#[async_trait]
impl JobRunner for Purge {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        while self.store.purge(now - self.keep, BATCH).await? == BATCH {}
        Ok(())
    }
}
