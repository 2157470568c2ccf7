//! Errors of the module, and rule violations.

use sparkyard_kernel::{ApiError, db::RuleViolation, errors};

/// More files in a day than allowed.
pub(crate) const TOO_MANY_FILES: RuleViolation =
    RuleViolation::new(429, "imports.files_of_a_day", "You have had many files checked today.");
/// Another batch of the import was handled first.
pub(crate) const WENT_ON: RuleViolation =
    RuleViolation::new(409, "imports.went_on", "The import has gone on meanwhile.");
/// The import runs, or is gone.
const RUNS: RuleViolation = RuleViolation::new(
    409,
    "imports.runs",
    "This import is running, so it cannot be deleted. Nothing was changed.",
);
/// Another import runs.
const BUSY: RuleViolation = RuleViolation::new(
    409,
    "imports.busy",
    "Another import is running. Start this one when that is done.",
);
/// The import has errors, runs or is done.
const NOT_READY: RuleViolation = RuleViolation::new(
    409,
    "imports.not_ready",
    "This import cannot be started: its file has errors, or it was started before.",
);

/// Rule violations that the database raises.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[WENT_ON, RUNS, BUSY, NOT_READY];

errors! {
    /// Errors of operations on imports.
    pub(crate) enum ImportsError {
        /// No such import.
        NotFound => 404, "imports.not_found", "We cannot find this import.";
        /// The file was checked long ago, and its rows are about to be deleted.
        TooOld => 409, "imports.too_old",
            "This file was checked a month ago. Please upload it again.";
        /// Sparks or skills of the file cannot be imported, as the site has changed since the check.
        SiteChanged => 409, "imports.site_changed",
            "The site has changed since this file was checked: its sparks or skills cannot be \
             imported now. Please upload it again.";
        /// Another file is being checked.
        Checking => 409, "imports.checking",
            "Another file is being checked. Please try again in a minute.";
        /// No file was sent.
        NoFile => ApiError::invalid("file", "Choose a file.");
        /// The file is no table. Holds the reason and what to do.
        NoTable(reason: &'static str) => ApiError::invalid("file", reason);
        /// The check ended unexpectedly.
        Stopped(cause: String) => ApiError::internal(cause);
    }
}
