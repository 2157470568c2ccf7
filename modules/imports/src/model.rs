//! Imports, their rows, and what is wrong with them.

pub(crate) mod row;
pub(crate) mod table;

use poem_openapi::Enum;
use sparkyard_kernel::{ItemId, Sparks, Timestamp, UserId};
use surrealdb::types::SurrealValue;

/// Longest part of a value that an issue quotes, in characters.
const MAX_QUOTED: usize = 120;

/// State of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "ImportState", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum State {
    /// The file has errors. Nothing of it can be imported.
    Failed,
    /// The file was checked, and waits for an admin to start the import.
    Ready,
    /// Members are being imported.
    Running,
    /// All members are imported, or left out with a reason.
    Done,
}

/// Severity of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "ImportIssueSeverity", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Severity {
    /// Has to be mended in the file.
    Error,
    /// Worth knowing; stops nothing.
    Note,
}

/// Something that is wrong with a row, or worth knowing about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Issue {
    /// Row of the file; the first one has the headings.
    pub(crate) row: i64,
    /// Heading of the column; empty for the whole row.
    pub(crate) column: String,
    /// Beginning of the value.
    pub(crate) value: String,
    pub(crate) message: String,
    pub(crate) severity: Severity,
}

impl Issue {
    /// Creates an error.
    pub(crate) fn error(row: i64, column: &str, value: &str, message: impl Into<String>) -> Self {
        let value = value.chars().take(MAX_QUOTED).collect();
        let (column, message) = (column.to_owned(), message.into());
        Self { row, column, value, message, severity: Severity::Error }
    }

    /// Creates a note.
    pub(crate) fn note(row: i64, column: &str, value: &str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(row, column, value, message) }
    }
}

/// A row that can be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Row of the file; the first one has the headings.
    pub(crate) row: i64,
    pub(crate) email: String,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) phone: String,
    pub(crate) town: String,
    pub(crate) about: String,
    /// Names of the skills.
    pub(crate) skills: Vec<String>,
    /// Price of each skill per hour.
    pub(crate) price: Sparks,
    pub(crate) opening: Sparks,
}

/// An import.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub(crate) id: ItemId,
    pub(crate) file_name: String,
    pub(crate) state: State,
    pub(crate) uploaded_by: UserId,
    pub(crate) uploaded_at: Timestamp,
    pub(crate) started_by: Option<UserId>,
    pub(crate) started_at: Option<Timestamp>,
    pub(crate) ended_at: Option<Timestamp>,
    pub(crate) counts: Counts,
    /// Members handled so far.
    pub(crate) handled: i64,
    /// Members created so far.
    pub(crate) imported: i64,
}

/// Contents of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Rows with something in them.
    pub(crate) rows: i64,
    /// Members to be imported.
    pub(crate) members: i64,
    /// Rows left out because the address has an account.
    pub(crate) known: i64,
    pub(crate) errors: i64,
    /// Errors and notes that are stored.
    pub(crate) issues: i64,
    pub(crate) skills: i64,
    /// Names of skills that staff will have to decide on.
    pub(crate) new_names: i64,
    /// Sum of the opening balances.
    pub(crate) opening: Sparks,
}

/// An import with its first issues and the people who acted.
#[derive(Clone, Debug)]
pub(crate) struct ImportForViewer {
    pub(crate) import: Import,
    pub(crate) uploader: String,
    pub(crate) issues: Vec<Issue>,
}
