use poem_openapi::Object;
use sparkyard_kernel::DateTime;

use crate::model::check::{self, CheckKind, Checks};

/// What is known about whether all money and tokens add up.
#[derive(Debug, Object)]
pub(crate) struct LedgerCheck {
    /// Whether a check is running now.
    running: bool,
    /// What the last one found; left out before the first.
    last: Option<LedgerCheckResult>,
}

/// What a check found.
#[derive(Debug, Object)]
pub(crate) struct LedgerCheckResult {
    /// When it began, RFC 3339 in UTC.
    ran_at: DateTime,
    /// How much it looked at.
    kind: CheckKind,
    /// A recent one: from which instant on it compared transfers.
    since: Option<String>,
    /// Transfers compared.
    transfers: u64,
    /// Accounts compared.
    accounts: u64,
    /// When a check found differences for the first time; left out while all adds up.
    found_at: Option<DateTime>,
    /// What does not add up, one sentence each, a hundred at most; empty when all is well.
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
