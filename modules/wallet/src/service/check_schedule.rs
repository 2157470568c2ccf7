//! Schedule of the ledger checks, which run one at a time, and handling of their results.

use std::time::Duration;

use sparkyard_kernel::{
    Caller, Timestamp,
    audit::AuditEntry,
    db::{Condition, DbError},
    events::wallet::LedgerDiffers,
    ports::LedgerReport,
};
use tokio::{sync::OwnedSemaphorePermit, time::timeout};
use tracing::{Instrument, error, info, warn};

use super::{
    WalletService,
    check::{ledger_check, ledger_check_since},
};
use crate::{
    error::WalletError,
    model::check::{CheckKind, Checks, LedgerCheck},
};

/// Intervals of checks, and of full ones.
const DAY: Duration = Duration::from_hours(24);
const WEEK: Duration = Duration::from_hours(7 * 24);

/// Time that a requested check may take before the response shows it as running.
const PATIENCE: Duration = Duration::from_secs(10);

impl WalletService {
    /// Runs a full check. The caller reports the result.
    pub(crate) async fn check_ledger(&self) -> Result<LedgerReport, DbError> {
        let _permit = self.checking.acquire().await;
        self.check_all().await
    }

    /// Checks the transfers since the last check that passed.
    pub(crate) async fn check_recent_transfers(&self) -> Result<LedgerReport, DbError> {
        let _permit = self.checking.acquire().await;
        let (last, now) = (self.store.last_check().await?, self.cx.now());
        let checked = match last.as_ref().and_then(|last| last.next_since(now)) {
            Some(since) => self.check_since(since).await,
            None => self.check_all().await,
        };
        checked.inspect(log)
    }

    /// Returns the state of the checks.
    pub(crate) async fn checks(&self) -> Result<Checks, DbError> {
        // Read first whether one is running: if it ends in between, at worst the caller asks once
        // more.
        let running = self.checking.available_permits() == 0;
        Ok(Checks { running, last: self.store.last_check().await? })
    }

    /// Begins a full check on behalf of `caller`, and waits a while for the end.
    pub(crate) async fn begin_check(&self, caller: &Caller) -> Result<Checks, WalletError> {
        let turn = self.checking.clone().try_acquire_owned();
        let turn = turn.map_err(|_| WalletError::CheckRunning)?;
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action: "wallet.ledger_check",
            subject: "ledger:all".to_owned(),
            detail: String::new(),
        };
        self.store.note_asked(audit).await?;
        // A task of its own: the check continues if the client disconnects.
        let check = tokio::spawn(self.clone().in_turn(turn).in_current_span());
        if let Ok(ended) = timeout(PATIENCE, check).await {
            ended.map_err(|stopped| WalletError::CheckStopped(stopped.to_string()))??;
        }
        Ok(self.checks().await?)
    }

    async fn in_turn(self, turn: OwnedSemaphorePermit) -> Result<(), DbError> {
        let checked = self.check_all().await;
        drop(turn);
        if let Err(cause) = &checked {
            error!("the ledger could not be checked: {cause}");
        }
        checked.map(|report| log(&report))
    }

    async fn check_all(&self) -> Result<LedgerReport, DbError> {
        let now = self.cx.now();
        let report = ledger_check(&self.cx.db).await?;
        self.remember(CheckKind::Full, now, None, &report).await;
        Ok(report)
    }

    async fn check_since(&self, since: Timestamp) -> Result<LedgerReport, DbError> {
        let now = self.cx.now();
        let report = ledger_check_since(&self.cx.db, since).await?;
        if let Some(first) = report.differences.first() {
            // A partial check may mislead, so a full one must confirm it before an alarm is raised.
            warn!("found a difference: checking the whole ledger: {first}");
            return self.check_all().await;
        }
        self.remember(CheckKind::Recent, now, Some(since), &report).await;
        Ok(report)
    }

    /// Stores a result, and publishes new differences. Errors of the write are only logged: the
    /// result matters more than its storage, and a full disk must not hide it.
    async fn remember(
        &self,
        kind: CheckKind,
        now: Timestamp,
        since: Option<Timestamp>,
        report: &LedgerReport,
    ) {
        let remembered = async {
            let last = self.store.last_check().await?;
            let check = LedgerCheck::after(last.as_ref(), kind, (now, since), report);
            let is_new = last.is_none_or(|last| last.differences != check.differences);
            let differs = check.found_at.filter(|_| is_new).map(|found_at| {
                let differences = check.differences.clone();
                (self.cx.ids.next(), LedgerDiffers { found_at, differences })
            });
            self.store.keep_check(check, differs).await
        };
        if let Err(cause) = remembered.await {
            error!("cannot save the result of the ledger check: {cause}");
        }
    }

    /// Runs the check that is due at `now`: one a day, a full one once a week. A last check in the
    /// future was recorded by a wrong clock, and is ignored.
    pub(crate) async fn check_when_due(&self, now: Timestamp) -> Result<(), DbError> {
        match self.check_if_due(now).await {
            // The server has shut down meanwhile.
            Err(_) if matches!(*self.cx.db.condition().borrow(), Condition::Closed(_)) => Ok(()),
            outcome => outcome,
        }
    }

    async fn check_if_due(&self, now: Timestamp) -> Result<(), DbError> {
        let last = self.store.last_check().await?;
        let is_due =
            |at: Option<Timestamp>, every| at.is_none_or(|at| now < at || at + every <= now);
        if is_due(last.as_ref().and_then(|last| last.full_at), WEEK) {
            self.check_ledger().await.inspect(log)?;
        } else if is_due(last.map(|last| last.ran_at), DAY) {
            self.check_recent_transfers().await?;
        }
        Ok(())
    }
}

/// Logs the result of a check that nobody waits for.
fn log(report: &LedgerReport) {
    // A new site has nothing to check, and its operator has other messages to read.
    if report.differences.is_empty() && report.transfers > 0 {
        info!(transfers = report.transfers, "the ledger was checked, and adds up");
    }
    for difference in &report.differences {
        error!("the ledger does not add up: {difference}");
    }
}
