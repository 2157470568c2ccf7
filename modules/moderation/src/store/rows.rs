//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{ItemId, Timestamp, UserId};
use surrealdb::types::SurrealValue;

use crate::model::{
    audit::AuditRecord,
    report::{Decision, Evidence, Reason, Report, Subject},
};

/// A row of the audit log, which belongs to the core and is read-only here.
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
    /// Leaves the names empty; they come from another module.
    fn from(row: AuditRow) -> Self {
        let AuditRow { id, at, actor_id, action, subject, detail, newest: _ } = row;
        let (actor, actor_name) = (actor_id, String::new());
        Self { id, at, actor, actor_name, action, subject, subject_name: None, detail }
    }
}

#[derive(SurrealValue)]
pub(super) struct ReportRow {
    id: ItemId,
    reporter: UserId,
    subject: Subject,
    about: ItemId,
    reported: UserId,
    reason: Reason,
    words: String,
    quote: String,
    picture: bool,
    created_at: Timestamp,
    due_at: Option<Timestamp>,
    open: bool,
    decision: Option<Decision>,
    decided_ms: i64,
    place: String,
}

impl From<Report> for ReportRow {
    fn from(report: Report) -> Self {
        let Report {
            id,
            reporter,
            subject,
            evidence,
            reason,
            words,
            created_at,
            due_at,
            decision,
            place,
        } = report;
        let Evidence { about, reported, quote, picture } = evidence;
        let (open, decided_ms) = (decision.is_none(), decision.as_ref().map(|made| made.at));
        let decided_ms = decided_ms.map_or(0, Timestamp::as_millis);
        Self {
            id,
            reporter,
            subject,
            about,
            reported,
            reason,
            words,
            quote,
            picture,
            created_at,
            due_at,
            open,
            decision,
            decided_ms,
            place,
        }
    }
}

impl From<ReportRow> for Report {
    fn from(row: ReportRow) -> Self {
        let ReportRow { about, reported, quote, picture, .. } = row;
        Self {
            id: row.id,
            reporter: row.reporter,
            subject: row.subject,
            evidence: Evidence { about, reported, quote, picture },
            reason: row.reason,
            words: row.words,
            created_at: row.created_at,
            due_at: row.due_at,
            decision: row.decision,
            place: row.place,
        }
    }
}
