//! The append-only record of who did what with other people's data.

use std::time::Duration;

use sparkyard_db::{Db, DbError, Fragment, Timestamp};

use crate::{idempotency::digest, purge::Purge, store};

/// One entry, written in the same transaction as what it tells of.
#[derive(Clone, Debug)]
pub struct AuditEntry<'a> {
    /// New id of the entry.
    pub id: String,
    /// When.
    pub at: Timestamp,
    /// Member id, or `system` / `operator` for the command line.
    pub actor: &'a str,
    /// `module.what_was_done`.
    pub action: &'static str,
    /// What it was done to: `user:ID`, `booking:7`, …
    pub subject: String,
    /// A few words more; no secrets, no personal data.
    pub detail: String,
}

impl AuditEntry<'_> {
    /// The entry as part of a write.
    pub fn fragment(self) -> Fragment {
        self.call("fn::core::audit")
    }

    fn call(self, function: &'static str) -> Fragment {
        Fragment::new(function, &[])
            .arg(self.id)
            .arg(self.at)
            .arg(self.actor.to_owned())
            .arg(self.action.to_owned())
            .arg(self.subject)
            .arg(self.detail)
    }
}

/// Somebody of the staff reads what belongs to others. Who reads what is their own is not recorded.
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    /// When.
    pub at: Timestamp,
    /// Member id.
    pub actor: &'a str,
    /// `module.what_was_read`.
    pub action: &'static str,
    /// Whose it is, or what it belongs to.
    pub subject: String,
    /// Which of it.
    pub detail: String,
}

impl Reading<'_> {
    /// Records the reading, unless it was recorded before within this hour (UTC): reading the same
    /// again and again must not fill the log.
    pub async fn record(self, db: &Db) -> Result<(), DbError> {
        let hour = self.at.to_jiff().strftime("%Y-%m-%dT%H").to_string();
        let what = [hour.as_str(), self.actor, self.action, &*self.subject, &*self.detail];
        let id = digest(&what.map(str::as_bytes));
        if store::actor(db, &id).fetch_optional::<String>().await?.is_some() {
            return Ok(());
        }
        let Self { at, actor, action, subject, detail } = self;
        let entry = AuditEntry { id, at, actor, action, subject, detail };
        let entry = entry.call("fn::core::audit_reading");
        match db.write("core.audit_reading").call(entry).run().await {
            // Another request of theirs was faster.
            Err(DbError::AlreadyExists(_)) => Ok(()),
            outcome => outcome,
        }
    }
}

/// Deletes records of readings that are older than `keep`; all other entries stay for ever.
pub fn forget_readings(db: Db, keep: Duration) -> Purge {
    Purge {
        db,
        what: "core.forget_readings",
        keep,
        rows: "audit",
        due: "read_at > 0 AND read_at < $before_ms",
    }
}
