//! Lets go of pictures that have been kept long enough.

use std::time::Duration;

use async_trait::async_trait;
use sparkyard_kernel::{Ids, Timestamp, audit::AuditEntry, job::JobRunner};

use crate::{model::Paper, store::Store};

const DAY: Duration = Duration::from_hours(24);
/// Papers looked up at a time.
const BATCH: i64 = 100;

/// The job. What it lets go of is deleted with the next clean-up of files.
pub(crate) struct Purge {
    store: Store,
    ids: Ids,
    keep: Duration,
}

impl Purge {
    pub(crate) fn new(store: Store, ids: Ids, retention_days: u16) -> Self {
        Self { store, ids, keep: DAY * u32::from(retention_days) }
    }

    fn entry(&self, paper: &Paper, now: Timestamp) -> AuditEntry<'static> {
        AuditEntry {
            id: self.ids.next(),
            at: now,
            actor: "system",
            action: "kyc.file_purged",
            subject: format!("user:{}", paper.user_id),
            detail: format!("{} document {}", paper.id_type.method().as_str(), paper.id),
        }
    }
}

#[async_trait]
impl JobRunner for Purge {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        loop {
            let due = self.store.kept_since_before(now - self.keep, BATCH).await?;
            if due.is_empty() {
                return Ok(());
            }
            for paper in &due {
                self.store.purge(&paper.id, self.entry(paper, now)).await?;
            }
        }
    }
}
