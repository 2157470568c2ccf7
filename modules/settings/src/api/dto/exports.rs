//! Request and response bodies of archives.

use poem_openapi::{Enum, Object};
use sparkyard_kernel::{ApiError, DateTime, Timestamp, text, validate::Checks};

use crate::model::export::{Export, State};

/// State of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum ExportState {
    /// None was asked for, or the last was deleted.
    None,
    /// Waits for its turn.
    Waiting,
    /// Is being made.
    Writing,
    /// Can be downloaded.
    Ready,
    /// Could not be made.
    Failed,
    /// Can no longer be downloaded.
    Expired,
}

/// Archive of a member's data.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct DataExport {
    /// State.
    state: ExportState,
    /// Kinds of data in it so far.
    done: i64,
    /// Kinds of data that will be in it.
    total: i64,
    /// Entries in it so far.
    entries: i64,
    /// Size in bytes, once it can be downloaded.
    #[oai(skip_serializing_if_is_none)]
    bytes: Option<i64>,
    /// Time until which it can be downloaded.
    #[oai(skip_serializing_if_is_none)]
    until: Option<DateTime>,
}

impl DataExport {
    /// Builds the response about an archive as it is at `now`.
    pub(crate) fn new(export: Option<&Export>, now: Timestamp) -> Self {
        let Some(export) = export else {
            let state = ExportState::None;
            return Self { state, done: 0, total: 0, entries: 0, bytes: None, until: None };
        };
        let until = export.until(now);
        let state = match (export.state, until) {
            (State::Waiting, _) => ExportState::Waiting,
            (State::Writing, _) => ExportState::Writing,
            (State::Ended, Some(_)) => ExportState::Ready,
            (State::Ended, None) if export.failed => ExportState::Failed,
            (State::Ended, None) => ExportState::Expired,
        };
        Self {
            state,
            done: export.done,
            total: export.total,
            entries: export.rows,
            bytes: until.map(|_| export.bytes),
            until: until.map(DateTime::from),
        }
    }
}

/// Proof that it is you. Has no `Debug`, so that the password cannot be logged.
#[derive(Object)]
pub(crate) struct ExportProof {
    /// Your present password.
    #[oai(rename = "currentPassword", validator(max_length = 1000))]
    current_password: String,
    /// Code of your authenticator app, if one is set up.
    #[oai(validator(max_length = 100))]
    code: Option<String>,
}

impl ExportProof {
    /// Returns password and code; a 422 without a password.
    pub(crate) fn checked(self) -> Result<(String, Option<String>), ApiError> {
        Ok((checked_password(self.current_password)?, self.code))
    }
}

/// Request of staff for the archive of a member. Has no `Debug`, so that the password cannot be
/// logged.
#[derive(Object)]
pub(crate) struct StaffExportRequest {
    /// Your present password.
    #[oai(rename = "currentPassword", validator(max_length = 1000))]
    current_password: String,
    /// Code of your authenticator app, if one is set up.
    #[oai(validator(max_length = 100))]
    code: Option<String>,
    /// Reason that the member reads, 3 to 500 characters.
    #[oai(validator(max_length = 1000))]
    reason: String,
}

impl StaffExportRequest {
    /// Returns password, code and reason; a 422 without a password or reason.
    pub(crate) fn checked(self) -> Result<(String, Option<String>, String), ApiError> {
        Checks::new().prose("reason", &self.reason, 3, 500).finish()?;
        Ok((checked_password(self.current_password)?, self.code, text::prose(&self.reason)))
    }
}

/// Returns the password; a 422 if it is empty.
pub(crate) fn checked_password(password: String) -> Result<String, ApiError> {
    match password.is_empty() {
        true => Err(ApiError::invalid("currentPassword", "Enter your present password.")),
        false => Ok(password),
    }
}
