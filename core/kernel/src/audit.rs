//! The append-only record of who did what with other people's data.

use sparkyard_db::{Fragment, Timestamp};

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
        Fragment::new("fn::core::audit", &[])
            .arg(self.id)
            .arg(self.at)
            .arg(self.actor.to_owned())
            .arg(self.action.to_owned())
            .arg(self.subject)
            .arg(self.detail)
    }
}
