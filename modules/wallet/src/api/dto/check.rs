use poem_openapi::Object;
use sparkyard_kernel::DateTime;

use crate::model::check::{self, CheckKind, Checks};

/// State of the ledger checks.
#[derive(Debug, Object)]
pub(crate) struct LedgerCheck {
    /// Whether a check is running now.
    running: bool,
    /// Result of the last check; left out before the first.
    last: Option<LedgerCheckResult>,
}

/// Result of a check.
#[derive(Debug, Object)]
pub(crate) struct LedgerCheckResult {
    /// Start of the check, RFC 3339 in UTC.
    ran_at: DateTime,
    /// Scope of the check.
    kind: CheckKind,
    /// Time from which a recent check compared transfers.
    since: Option<String>,
    /// Number of transfers compared.
    transfers: u64,
    /// Number of accounts compared.
    accounts: u64,
    /// Time of the first check that found differences; left out while there are none.
    found_at: Option<DateTime>,
    /// Differences, one sentence each, at most a hundred; empty if there are none.
    differences: Vec<String>,
}

impl From<Checks> for LedgerCheck {
    fn from(checks: Checks) -> Self {
        Self { running: checks.running, last: checks.last.map(LedgerCheckResult::from) }
    }
}

impl From<check::LedgerCheck> for LedgerCheckResult {
    fn from(found: check::LedgerCheck) -> Self {
        Self {
            ran_at: found.ran_at.into(),
            kind: found.kind,
            since: found.since.map(|at| at.to_string()),
            transfers: found.transfers.unsigned_abs(),
            accounts: found.accounts.unsigned_abs(),
            found_at: found.found_at.map(DateTime::from),
            differences: found.differences,
        }
    }
}
