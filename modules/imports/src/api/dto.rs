//! Request and response bodies.

use std::fs::File;

use poem_openapi::{Multipart, Object};
use sparkyard_kernel::{ApiError, DateTime, ItemId, Sparks, multipart::TableUpload};

use crate::{
    error::ImportsError,
    model::{Import, ImportForViewer, Issue, Severity, State},
};

const TOO_LARGE: &str = "The file must be smaller than 20 MB. Please split it.";

/// A table of members.
#[derive(Debug, Multipart)]
pub(crate) struct ImportFile {
    /// Required: CSV of at most 20 MB.
    file: Option<TableUpload>,
}

impl ImportFile {
    /// Returns the name and the content of the file.
    pub(crate) async fn read(self) -> Result<(String, File), ApiError> {
        let file = self.file.filter(TableUpload::is_chosen).ok_or(ImportsError::NoFile)?;
        let name = file.file_name().unwrap_or("members.csv").to_owned();
        let content = file.into_file(TOO_LARGE).await?;
        Ok((name, content.ok_or(ImportsError::NoFile)?))
    }
}

/// An error in a row, or a note about it.
#[derive(Debug, Object)]
pub(crate) struct ImportIssue {
    /// Row of the file; the first one has the headings.
    row: i64,
    /// Heading of the column; empty for the whole row.
    column: String,
    /// Beginning of the value.
    value: String,
    /// Explanation of the fault, and its remedy.
    message: String,
    /// Whether it has to be mended.
    severity: Severity,
}

impl From<Issue> for ImportIssue {
    fn from(issue: Issue) -> Self {
        let Issue { row, column, value, message, severity } = issue;
        Self { row, column, value, message, severity }
    }
}

/// An import of members.
#[derive(Debug, Object)]
pub(crate) struct ImportInfo {
    /// Id of the import.
    id: ItemId,
    /// Name of the file.
    file_name: String,
    /// State of the import.
    state: State,
    /// Name of the admin who uploaded the file.
    uploaded_by: String,
    /// Time of the upload.
    uploaded_at: DateTime,
    /// Time of the start.
    started_at: Option<DateTime>,
    /// Time of the end.
    ended_at: Option<DateTime>,
    /// Rows of the file with something in them.
    rows: i64,
    /// Members without an error, to be imported.
    members: i64,
    /// Rows left out because the address has an account, or for another reason that is noted.
    left_out: i64,
    /// Number of errors.
    errors: i64,
    /// Number of errors and notes that are kept.
    issue_count: i64,
    /// Number of skills.
    skills: i64,
    /// Number of names of skills that staff will have to decide on.
    new_skill_names: i64,
    /// Sum of the opening balances.
    opening_sparks: Sparks,
    /// Members handled so far.
    handled: i64,
    /// Members created so far.
    imported: i64,
    /// Errors, then notes, by row; at most 100, and none in a list.
    issues: Vec<ImportIssue>,
}

impl From<ImportForViewer> for ImportInfo {
    fn from(seen: ImportForViewer) -> Self {
        let ImportForViewer { import, uploader, issues } = seen;
        let Import { counts, .. } = import;
        Self {
            id: import.id,
            file_name: import.file_name,
            state: import.state,
            uploaded_by: uploader,
            uploaded_at: import.uploaded_at.into(),
            started_at: import.started_at.map(DateTime::from),
            ended_at: import.ended_at.map(DateTime::from),
            rows: counts.rows,
            members: counts.members,
            left_out: counts.known,
            errors: counts.errors,
            issue_count: counts.issues,
            skills: counts.skills,
            new_skill_names: counts.new_names,
            opening_sparks: counts.opening,
            handled: import.handled,
            imported: import.imported,
            issues: issues.into_iter().map(ImportIssue::from).collect(),
        }
    }
}
