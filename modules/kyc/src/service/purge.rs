//! Deletion of pictures whose retention has expired.

use std::time::Duration;

use sparkyard_kernel::{Timestamp, audit::AuditEntry};

use super::KycService;
use crate::{error::KycError, model::Document};

const DAY: Duration = Duration::from_hours(24);
/// Number of documents per query.
const BATCH: i64 = 100;

impl KycService {
    /// Returns the time for which pictures are kept after the decision.
    pub(crate) fn retention(&self) -> Duration {
        DAY * u32::from(self.config.retention_days)
    }

    /// Removes the pictures of documents decided long ago. The next clean-up deletes the files.
    pub(crate) async fn purge(&self, now: Timestamp) -> Result<(), KycError> {
        loop {
            let due = self.store.kept_since_before(now - self.retention(), BATCH).await?;
            if due.is_empty() {
                return Ok(());
            }
            for document in &due {
                self.store.purge(&document.id, self.purged(document, now)).await?;
            }
        }
    }

    fn purged(&self, document: &Document, now: Timestamp) -> AuditEntry<'static> {
        AuditEntry {
            id: self.cx.ids.next(),
            at: now,
            actor: "system",
            action: "kyc.file_purged",
            subject: format!("user:{}", document.user_id),
            detail: format!("{} document {}", document.id_type.method(), document.id),
        }
    }
}
