//! Entries of the audit log.

use poem_openapi::Object;
use sparkyard_kernel::DateTime;

use crate::model::audit::AuditRecord;

/// An entry of the audit log.
#[derive(Debug, Object)]
pub(crate) struct AuditEntry {
    /// Id of the entry.
    pub(crate) id: String,
    /// Time of the action, RFC 3339 in UTC.
    pub(crate) at: DateTime,
    /// Member id; `system` for automatic actions, `operator` for the command line.
    pub(crate) actor_id: String,
    /// Name of the actor.
    pub(crate) actor_name: String,
    /// Action, as `module.action`.
    pub(crate) action: String,
    /// Subject of the action: `user:ID`, `booking:7`.
    pub(crate) subject: String,
    /// Name of the subject, if it is a member who is still there.
    pub(crate) subject_name: Option<String>,
    /// Further details, such as what it was before and is now.
    pub(crate) detail: String,
}

impl From<AuditRecord> for AuditEntry {
    fn from(record: AuditRecord) -> Self {
        let AuditRecord { id, at, actor, actor_name, action, subject, subject_name, detail } =
            record;
        let (at, actor_id) = (at.into(), actor.0);
        Self { id, at, actor_id, actor_name, action, subject, subject_name, detail }
    }
}
