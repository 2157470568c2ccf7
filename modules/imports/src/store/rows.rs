//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{ItemId, Sparks, Timestamp, UserId, newest_first};
use surrealdb::types::{SurrealValue, Value};

use crate::model::{Candidate, Counts, Import, Issue, Severity, State};

/// Row of an import, without its id.
#[derive(SurrealValue)]
pub(super) struct ImportRow {
    file_name: String,
    state: State,
    uploaded_by: UserId,
    uploaded_at: Timestamp,
    started_by: Option<UserId>,
    started_at: Option<Timestamp>,
    ended_at: Option<Timestamp>,
    rows: i64,
    members: i64,
    known: i64,
    errors: i64,
    issues: i64,
    skills: i64,
    new_names: i64,
    opening: Sparks,
    handled: i64,
    imported: i64,
    pub(super) newest: String,
}

impl ImportRow {
    pub(super) fn new(import: &Import) -> Self {
        let counts = import.counts;
        Self {
            newest: newest_first(import.uploaded_at, import.id.as_str()),
            file_name: import.file_name.clone(),
            state: import.state,
            uploaded_by: import.uploaded_by.clone(),
            uploaded_at: import.uploaded_at,
            started_by: import.started_by.clone(),
            started_at: import.started_at,
            ended_at: import.ended_at,
            rows: counts.rows,
            members: counts.members,
            known: counts.known,
            errors: counts.errors,
            issues: counts.issues,
            skills: counts.skills,
            new_names: counts.new_names,
            opening: counts.opening,
            handled: import.handled,
            imported: import.imported,
        }
    }
}

/// Row of an import, with its id.
#[derive(SurrealValue)]
pub(super) struct KeyedRow {
    id: ItemId,
    #[surreal(flatten)]
    pub(super) row: ImportRow,
}

impl From<KeyedRow> for Import {
    fn from(KeyedRow { id, row }: KeyedRow) -> Self {
        Self {
            id,
            file_name: row.file_name,
            state: row.state,
            uploaded_by: row.uploaded_by,
            uploaded_at: row.uploaded_at,
            started_by: row.started_by,
            started_at: row.started_at,
            ended_at: row.ended_at,
            counts: Counts {
                rows: row.rows,
                members: row.members,
                known: row.known,
                errors: row.errors,
                issues: row.issues,
                skills: row.skills,
                new_names: row.new_names,
                opening: row.opening,
            },
            handled: row.handled,
            imported: row.imported,
        }
    }
}

#[derive(Clone, SurrealValue)]
pub(super) struct CandidateRow {
    import_id: ItemId,
    place: i64,
    row: i64,
    email: String,
    firstname: String,
    lastname: String,
    phone: String,
    town: String,
    about: String,
    skills: Vec<String>,
    rate: Sparks,
    opening: Sparks,
    uploaded_at: Timestamp,
}

impl CandidateRow {
    pub(super) fn new(
        import: &ItemId,
        place: i64,
        member: Candidate,
        uploaded_at: Timestamp,
    ) -> Self {
        Self {
            import_id: import.clone(),
            place,
            row: member.row,
            email: member.email,
            firstname: member.firstname,
            lastname: member.lastname,
            phone: member.phone,
            town: member.town,
            about: member.about,
            skills: member.skills,
            rate: member.price,
            opening: member.opening,
            uploaded_at,
        }
    }
}

impl From<CandidateRow> for Candidate {
    fn from(row: CandidateRow) -> Self {
        Self {
            row: row.row,
            email: row.email,
            firstname: row.firstname,
            lastname: row.lastname,
            phone: row.phone,
            town: row.town,
            about: row.about,
            skills: row.skills,
            price: row.rate,
            opening: row.opening,
        }
    }
}

#[derive(Clone, SurrealValue)]
pub(super) struct IssueRow {
    import_id: ItemId,
    place: i64,
    row: i64,
    heading: String,
    cell: String,
    message: String,
    severity: Severity,
    uploaded_at: Timestamp,
}

impl IssueRow {
    pub(super) fn new(import: &ItemId, place: i64, issue: Issue, uploaded_at: Timestamp) -> Self {
        Self {
            import_id: import.clone(),
            place,
            row: issue.row,
            heading: issue.column,
            cell: issue.value,
            message: issue.message,
            severity: issue.severity,
            uploaded_at,
        }
    }
}

impl From<IssueRow> for Issue {
    fn from(row: IssueRow) -> Self {
        Self {
            row: row.row,
            column: row.heading,
            value: row.cell,
            message: row.message,
            severity: row.severity,
        }
    }
}

/// Progress of an import.
#[derive(SurrealValue)]
pub(super) struct StepRow {
    pub(super) handled_before: i64,
    pub(super) handled_after: i64,
    pub(super) imported: i64,
    pub(super) known: i64,
    pub(super) issues: i64,
}
