//! Forgets codes, links, sessions and counts that have expired.

use std::time::Duration;

use async_trait::async_trait;
use sparkyard_kernel::{Timestamp, job::JobRunner};

use crate::store::{EXPIRING, Store};

/// How often to look.
pub(crate) const EVERY: Duration = Duration::from_hours(1);
/// Longer than any limit counts.
const KEEP: Duration = Duration::from_hours(24);

/// The job.
pub(crate) struct CleanUp {
    pub(crate) store: Store,
}

#[async_trait]
impl JobRunner for CleanUp {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        for table in EXPIRING {
            while self.store.forget(*table, now - KEEP).await? {}
        }
        Ok(())
    }
}
