use surrealdb::types::{AlreadyExistsError, Error, ErrorDetails, QueryError};

use crate::storage::{STOPPED, UNKNOWN};

/// A business rule that a write can violate, thrown by code inside the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleViolation {
    /// Suitable HTTP status.
    pub status: u16,
    /// Stable code for programs, `module.snake_case`.
    pub code: &'static str,
    /// Sentence for people.
    pub message: &'static str,
    /// Seconds after which a retry makes sense.
    pub retry_after: Option<u64>,
}

impl RuleViolation {
    /// Creates a rule violation with a status, a stable code and a sentence.
    pub const fn new(status: u16, code: &'static str, message: &'static str) -> Self {
        Self { status, code, message, retry_after: None }
    }

    /// Sets the number of seconds after which the client may retry.
    #[must_use]
    pub const fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }
}

/// Errors of database operations.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DbError {
    /// A rule was violated; nothing was changed.
    #[error("refused: {}", .0.code)]
    Refused(&'static RuleViolation),
    /// A record with that deterministic id exists; nothing was changed. Holds `table:id`.
    #[error("already exists: {0}")]
    AlreadyExists(String),
    /// Too many concurrent writes to the same records; nothing was changed, and a later retry is
    /// safe.
    #[error("write lost {attempts} conflicts")]
    Busy {
        /// Number of attempts.
        attempts: u32,
    },
    /// The disk is nearly full; nothing was changed.
    #[error("the disk is full")]
    Full,
    /// The database accepts nothing at present; nothing was changed. Holds the reason.
    #[error("the database is stopped: {0}")]
    Stopped(String),
    /// The disk failed during the write. Whether it happened is known only once the database has
    /// been reopened. Holds the engine's message.
    #[error("the outcome of the write is unknown: {0}")]
    OutcomeUnknown(String),
    /// A stored row does not have the shape that the code relies on.
    #[error("a stored row is not as expected: {0}")]
    Corrupt(String),
    /// An undeclared code was thrown.
    #[error("undeclared refusal {0:?}")]
    Undeclared(String),
    /// Any other database error: a bug, or a fault of the machine.
    #[error("database: {0}")]
    Internal(#[from] surrealdb::Error),
}

impl DbError {
    /// Checks whether a write with this error certainly changed nothing.
    pub fn changed_nothing(&self) -> bool {
        match self {
            Self::Refused(_)
            | Self::AlreadyExists(_)
            | Self::Busy { .. }
            | Self::Full
            | Self::Stopped(_)
            | Self::Undeclared(_) => true,
            // The result of a write is parsed only after the commit.
            Self::OutcomeUnknown(_) | Self::Corrupt(_) | Self::Internal(_) => false,
        }
    }
}

/// Database error, classified by how a write handles it.
pub(crate) enum Failure {
    Conflict,
    Thrown(String),
    Exists(String),
    /// The engine had stopped; this write changed nothing.
    Stopped(String),
    /// The engine stopped during this write, which may have happened.
    OutcomeUnknown(String),
    Other(Error),
}

/// Message for a commit that arrives after shutdown began.
const CLOSING: &str = "datastore is shutting down";

/// Classifies a database error; the only place that inspects these errors.
pub(crate) fn classify(error: Error) -> Failure {
    match error.details() {
        ErrorDetails::Query(Some(QueryError::TransactionConflict)) => Failure::Conflict,
        ErrorDetails::Thrown => {
            let text = error.message();
            let code = text.strip_prefix("An error occurred: ").unwrap_or(text);
            Failure::Thrown(code.to_owned())
        }
        ErrorDetails::AlreadyExists(Some(AlreadyExistsError::Record { id })) => {
            Failure::Exists(id.clone())
        }
        _ => by_message(error),
    }
}

/// Errors of the storage arrive as text only.
fn by_message(error: Error) -> Failure {
    let message = error.message();
    if message.contains(STOPPED) || message.contains(CLOSING) {
        Failure::Stopped(message.to_owned())
    } else if message.contains(UNKNOWN) {
        Failure::OutcomeUnknown(message.to_owned())
    } else {
        Failure::Other(error)
    }
}

/// Converts a decoding error, for `map_err`.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
pub(crate) fn corrupt(error: Error) -> DbError {
    DbError::Corrupt(error.to_string())
}

/// Converts an error of the engine itself, for `map_err`.
pub(crate) fn engine(error: impl std::fmt::Display) -> DbError {
    DbError::Internal(Error::internal(error.to_string()))
}
