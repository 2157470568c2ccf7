use poem_openapi::{Object, OpenApi};
use sparkyard_kernel::{
    AdminOnly, DateTime, Reply,
    envelope::{CONFLICT, FORBIDDEN, UNAUTHORISED},
    ok,
};

use super::Tag;
use crate::{
    inspector::{Checks, Inspector},
    store::{CheckKind, CheckRow},
};

/// Whether the money of the community adds up.
pub struct CheckApi {
    inspector: Inspector,
}

impl CheckApi {
    pub(crate) fn new(inspector: Inspector) -> Self {
        Self { inspector }
    }
}

/// What is known about whether all money and tokens add up.
#[derive(Debug, Object)]
struct LedgerCheck {
    /// Whether a check is running now.
    running: bool,
    /// What the last one found; left out before the first.
    last: Option<LedgerCheckResult>,
}

/// What a check found.
#[derive(Debug, Object)]
struct LedgerCheckResult {
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

impl From<CheckRow> for LedgerCheckResult {
    fn from(row: CheckRow) -> Self {
        Self {
            ran_at: row.ran_at.into(),
            kind: row.kind,
            since: row.since.map(|at| at.to_string()),
            transfers: row.transfers.unsigned_abs(),
            accounts: row.accounts.unsigned_abs(),
            found_at: row.found_at.map(DateTime::from),
            differences: row.differences,
        }
    }
}

#[OpenApi(tag = "Tag::Wallet")]
impl CheckApi {
    /// What the last check of the ledger found. It is checked once a day, once a week from its
    /// beginning, and after a stop that was not orderly. For admins.
    #[oai(
        path = "/api/admin/wallet/ledger-check",
        method = "get",
        operation_id = "get_ledger_check"
    )]
    async fn get_ledger_check(
        &self,
        _caller: AdminOnly,
    ) -> Reply<LedgerCheck, { UNAUTHORISED | FORBIDDEN }> {
        ok(self.inspector.checks().await?.into())
    }

    /// Checks the whole ledger from its beginning, while everything else goes on; it stands in
    /// the audit log. A check that takes longer than ten seconds is still `running` in the
    /// answer. 409 `wallet.check_running` when one runs already. For admins.
    #[oai(
        path = "/api/admin/wallet/ledger-check",
        method = "post",
        operation_id = "run_ledger_check"
    )]
    async fn run_ledger_check(
        &self,
        AdminOnly(caller): AdminOnly,
    ) -> Reply<LedgerCheck, { UNAUTHORISED | FORBIDDEN | CONFLICT }> {
        ok(self.inspector.ask(&caller).await?.into())
    }
}
