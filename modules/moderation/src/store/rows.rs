//! Rows as stored, and their way to what the rules see.

use sparkyard_kernel::{Timestamp, UserId};
use surrealdb::types::SurrealValue;

use crate::model::AuditRecord;

/// A row of the audit log, which belongs to the core and is only read here.
#[derive(SurrealValue)]
pub(super) struct AuditRow {
    pub(super) id: String,
    at: Timestamp,
    actor_id: UserId,
    action: String,
    subject: String,
    detail: String,
    pub(super) newest: i64,
}

impl From<AuditRow> for AuditRecord {
    /// Without the name of who did it, which others know.
    fn from(row: AuditRow) -> Self {
        let AuditRow { id, at, actor_id, action, subject, detail, newest: _ } = row;
        let (actor, actor_name) = (actor_id, String::new());
        Self { id, at, actor, actor_name, action, subject, detail }
    }
}
