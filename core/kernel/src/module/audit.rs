//! Append-only audit log of who did what with other people's data.

use std::time::Duration;

use sparkyard_db::{Db, DbError, Fragment, Timestamp};

use super::store;
use crate::{idempotency::digest, purge::Purge};

/// An entry, written in the same transaction as the action it records.
#[derive(Clone, Debug)]
pub struct AuditEntry<'a> {
    /// Id of the entry.
    pub id: String,
    /// Time of the action.
    pub at: Timestamp,
    /// Id of the member who acted, or `system` or `operator` for the command line.
    pub actor: &'a str,
    /// Name of the action, `module.what_was_done`.
    pub action: &'static str,
    /// Object of the action: `user:ID`, `booking:7`, …
    pub subject: String,
    /// Short detail; no secrets, no personal data.
    pub detail: String,
}

impl AuditEntry<'_> {
    /// Returns the entry as part of a write.
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

/// Access by staff to other members' data. Access to one's own data is not recorded.
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    /// Time of the access.
    pub at: Timestamp,
    /// Id of the member who reads.
    pub actor: &'a str,
    /// Name of the access, `module.what_was_read`.
    pub action: &'static str,
    /// Owner of the data, or the object it belongs to.
    pub subject: String,
    /// Part of the data that was read.
    pub detail: String,
}

impl Reading<'_> {
    /// Records the access, unless it was recorded before in the same UTC hour, so that repeated
    /// reads do not fill the log.
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
            // A concurrent request has recorded it.
            Err(DbError::AlreadyExists(_)) => Ok(()),
            outcome => outcome,
        }
    }
}

/// Returns what an edit changes, for the detail of an entry, from the name of each field with its
/// value before and after; empty if nothing changes.
pub fn changes<T: AsRef<str>>(fields: impl IntoIterator<Item = (&'static str, T, T)>) -> String {
    let changed = fields.into_iter().filter_map(|(field, before, after)| {
        let (before, after) = (before.as_ref(), after.as_ref());
        (before != after)
            .then(|| format!("{field} from \u{2018}{before}\u{2019} to \u{2018}{after}\u{2019}"))
    });
    changed.collect::<Vec<_>>().join(", ")
}

/// Returns the purge that deletes accesses older than `keep`; all other entries are kept for ever.
pub fn purge_readings(keep: Duration) -> Purge {
    Purge {
        what: "core.forget_readings",
        keep,
        rows: "audit",
        due: "read_at > 0 AND read_at < $before_ms",
        data: "Records that a host read private data",
        since: "after it was read",
    }
}
