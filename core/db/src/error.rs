use std::sync::Arc;

use surrealdb::types::{AlreadyExistsError, Error, ErrorDetails, QueryError};

use crate::storage::{STOPPED, UNKNOWN};

/// A rule that a write can break, thrown by its code inside the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Stable code for programs, `module.snake_case`.
    pub code: &'static str,
    /// HTTP status that fits the refusal.
    pub status: u16,
    /// Sentence for people.
    pub message: &'static str,
}

/// What can go wrong between a module and its data.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// A rule said no; nothing was changed.
    #[error("refused: {}", .0.code)]
    Refused(&'static Refusal),
    /// A record with that deterministic id exists; nothing was changed. Holds `table:id`.
    #[error("already exists: {0}")]
    AlreadyExists(String),
    /// Too many writers wanted the same records; nothing was changed, trying later is safe.
    #[error("write lost {attempts} conflicts")]
    Busy {
        /// How many times the block was tried.
        attempts: u32,
    },
    /// The disk is nearly full; nothing was changed.
    #[error("the disk is full")]
    Full,
    /// The database takes nothing at present; nothing was changed. Holds why.
    #[error("the database is stopped: {0}")]
    Stopped(String),
    /// The disk failed in the middle of the write: whether it happened shows only when the
    /// database has been opened anew. Holds what the engine said.
    #[error("the outcome of the write is unknown: {0}")]
    OutcomeUnknown(String),
    /// A stored row does not have the shape that the code relies on.
    #[error("a stored row is not as expected: {0}")]
    Corrupt(String),
    /// A code was thrown that nobody declared.
    #[error("undeclared refusal {0:?}")]
    Undeclared(String),
    /// The same read, asked by several at once, failed for all of them.
    #[error(transparent)]
    Shared(Arc<DbError>),
    /// Anything else the database reports: a fault of ours or of the machine.
    #[error("database: {0}")]
    Internal(#[from] surrealdb::Error),
}

impl DbError {
    /// Whether a write that ended so has left no trace.
    pub fn changed_nothing(&self) -> bool {
        match self {
            Self::Refused(_)
            | Self::AlreadyExists(_)
            | Self::Busy { .. }
            | Self::Full
            | Self::Stopped(_)
            | Self::Undeclared(_) => true,
            // What a write answers is read when it has been made.
            Self::OutcomeUnknown(_) | Self::Corrupt(_) | Self::Shared(_) | Self::Internal(_) => {
                false
            }
        }
    }
}

/// The database's answer sorted into what a write reacts to.
pub(crate) enum Failure {
    Conflict,
    Thrown(String),
    Exists(String),
    /// The engine has stopped; this write left no trace.
    Stopped(String),
    /// The engine stops with this write, which may have happened.
    OutcomeUnknown(String),
    Other(Error),
}

/// What the database says of a commit that came after it was told to close.
const CLOSING: &str = "datastore is shutting down";

/// The only place that reads database errors.
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
    let said = error.message();
    if said.contains(STOPPED) || said.contains(CLOSING) {
        Failure::Stopped(said.to_owned())
    } else if said.contains(UNKNOWN) {
        Failure::OutcomeUnknown(said.to_owned())
    } else {
        Failure::Other(error)
    }
}

/// Shaped for `map_err`.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
pub(crate) fn corrupt(error: Error) -> DbError {
    DbError::Corrupt(error.to_string())
}

/// Shaped for `map_err`: an error of the engine around a database.
pub(crate) fn engine(error: impl std::fmt::Display) -> DbError {
    DbError::Internal(Error::internal(error.to_string()))
}
