//! When the ledger is checked, one check at a time, and what becomes of what is found.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{
    Caller, Cx, Job, Timestamp,
    audit::AuditEntry,
    db::{Condition, DbError},
    events::wallet::LedgerDiffers,
    job::JobRunner,
    ports::LedgerReport,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tracing::{Instrument, error, info, warn};

use crate::{
    check::{ledger_check, ledger_check_since},
    error::WalletError,
    store::{self, CheckKind, CheckRow},
};

/// A recent check begins this long before the last at which all added up: a transfer is dated by
/// its request or event, which may have waited, and by a clock that may have been an hour ahead.
const OVERLAP: Duration = Duration::from_hours(2);

/// Time between two checks, and between two full ones.
const DAY: Duration = Duration::from_hours(24);
const WEEK: Duration = Duration::from_hours(7 * 24);

/// How often to look whether a check is due.
const LOOK: Duration = Duration::from_hours(1);

/// How long somebody who asks for a check waits for its end before they are told that it runs.
const PATIENCE: Duration = Duration::from_secs(10);

/// Checks the ledger. Cheap to clone; of all clones one checks at a time.
#[derive(Clone)]
pub(crate) struct Inspector {
    cx: Cx,
    turn: Arc<Semaphore>,
}

/// What is known of checks.
pub(crate) struct Checks {
    /// Whether one runs.
    pub(crate) running: bool,
    /// The last that came to an end.
    pub(crate) last: Option<CheckRow>,
}

impl Inspector {
    pub(crate) fn new(cx: &Cx) -> Self {
        Self { cx: cx.clone(), turn: Arc::new(Semaphore::new(1)) }
    }

    /// Checks everything. Whoever asked for it says what came of it.
    pub(crate) async fn full(&self) -> Result<LedgerReport, DbError> {
        let _turn = self.turn.acquire().await;
        self.check_all().await
    }

    /// Checks what was transferred since the last check at which all added up.
    pub(crate) async fn recent(&self) -> Result<LedgerReport, DbError> {
        let _turn = self.turn.acquire().await;
        let (last, now) = (store::last_check(&self.cx.db).await?, self.cx.now());
        let checked = match last.as_ref().and_then(|last| last.next_since(now)) {
            Some(since) => self.check_since(since).await,
            None => self.check_all().await,
        };
        checked.inspect(log)
    }

    /// What is known of checks.
    pub(crate) async fn checks(&self) -> Result<Checks, DbError> {
        // First whether one runs: when it ends meanwhile, it is asked about once more at worst.
        let running = self.turn.available_permits() == 0;
        Ok(Checks { running, last: store::last_check(&self.cx.db).await? })
    }

    /// Begins to check everything in the name of `caller`, and waits a while for the end.
    pub(crate) async fn ask(&self, caller: &Caller) -> Result<Checks, WalletError> {
        let turn = self.turn.clone().try_acquire_owned();
        let turn = turn.map_err(|_| WalletError::CheckRunning)?;
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action: "wallet.ledger_check",
            subject: "ledger:all".to_owned(),
            detail: String::new(),
        };
        store::note_asked(&self.cx.db, audit).await?;
        // Whoever asked may go; the check goes on.
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
        self.keep(CheckKind::Full, now, None, &report).await;
        Ok(report)
    }

    async fn check_since(&self, since: Timestamp) -> Result<LedgerReport, DbError> {
        let now = self.cx.now();
        let report = ledger_check_since(&self.cx.db, since).await?;
        if let Some(first) = report.differences.first() {
            // Before anybody is alarmed by what a part seems to show, the whole must show it too.
            warn!("something differs, so all of the ledger is checked: {first}");
            return self.check_all().await;
        }
        self.keep(CheckKind::Recent, now, Some(since), &report).await;
        Ok(report)
    }

    /// Remembers a check, and makes known what it is the first to find. What was found matters
    /// more than that it is remembered: a full disk must not hide it.
    async fn keep(
        &self,
        kind: CheckKind,
        now: Timestamp,
        since: Option<Timestamp>,
        report: &LedgerReport,
    ) {
        let kept = async {
            let last = store::last_check(&self.cx.db).await?;
            let check = CheckRow::after(last.as_ref(), kind, (now, since), report);
            let is_news = last.is_none_or(|last| last.differences != check.differences);
            let news = check.found_at.filter(|_| is_news).map(|found_at| {
                let differences = check.differences.clone();
                (self.cx.ids.next(), LedgerDiffers { found_at, differences })
            });
            store::keep_check(&self.cx.db, check, news).await
        };
        if let Err(cause) = kept.await {
            error!("the check of the ledger cannot be remembered: {cause}");
        }
    }

    /// What is due at `now`: a check once a day, of everything once a week. An instant that lies
    /// ahead was noted by a clock that was wrong.
    async fn check_when_due(&self, now: Timestamp) -> Result<(), DbError> {
        let last = store::last_check(&self.cx.db).await?;
        let is_due =
            |at: Option<Timestamp>, every| at.is_none_or(|at| now < at || at + every <= now);
        if is_due(last.as_ref().and_then(|last| last.full_at), WEEK) {
            self.full().await.inspect(log)?;
        } else if is_due(last.map(|last| last.ran_at), DAY) {
            self.recent().await?;
        }
        Ok(())
    }

    /// The job that checks once a day.
    pub(crate) fn job(&self) -> Job {
        Job { name: "wallet.check_ledger", every: LOOK, runner: Arc::new(self.clone()) }
    }
}

/// Says what a check has found that nobody waits for.
fn log(report: &LedgerReport) {
    if report.differences.is_empty() {
        info!(transfers = report.transfers, "the ledger was checked, and adds up");
    }
    for difference in &report.differences {
        error!("the ledger does not add up: {difference}");
    }
}

#[async_trait]
impl JobRunner for Inspector {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        match self.check_when_due(now).await {
            // The server has stopped meanwhile.
            Err(_) if matches!(*self.cx.db.condition().borrow(), Condition::Closed(_)) => Ok(()),
            outcome => Ok(outcome?),
        }
    }
}

impl CheckRow {
    /// From when on the next check must compare transfers; `None` for from the beginning. What
    /// differs is only ever cleared by a look at everything, and after a clock was set far back
    /// nobody knows which transfers are new.
    fn next_since(&self, now: Timestamp) -> Option<Timestamp> {
        let passed_at = self.passed_at.filter(|_| self.found_at.is_none())?;
        Some(passed_at - OVERLAP).filter(|since| *since <= now)
    }

    /// A check that found `report`, following `last`.
    fn after(
        last: Option<&Self>,
        kind: CheckKind,
        (ran_at, since): (Timestamp, Option<Timestamp>),
        report: &LedgerReport,
    ) -> Self {
        let passed = report.differences.is_empty();
        let found_at = last.and_then(|last| last.found_at).unwrap_or(ran_at);
        let passed_at = if passed { Some(ran_at) } else { last.and_then(|last| last.passed_at) };
        let full_at = match kind {
            CheckKind::Full => Some(ran_at),
            CheckKind::Recent => last.and_then(|last| last.full_at),
        };
        let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        Self {
            ran_at,
            kind,
            since,
            transfers: count(report.transfers),
            accounts: count(report.accounts),
            differences: report.differences.clone(),
            found_at: (!passed).then_some(found_at),
            passed_at,
            full_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: &str) -> Timestamp {
        time.parse().unwrap()
    }

    fn report(differences: &[&str]) -> LedgerReport {
        let differences = differences.iter().map(|text| (*text).to_owned()).collect();
        LedgerReport { transfers: 1, accounts: 2, differences }
    }

    #[test]
    fn the_next_check_begins_a_little_before_the_last_that_passed() {
        let noon = at("2026-03-02T12:00:00Z");
        let passed = CheckRow::after(None, CheckKind::Full, (noon, None), &report(&[]));
        let check = |now: &str, expected: Option<&str>| {
            assert_eq!(passed.next_since(at(now)), expected.map(at), "{now}");
        };
        check("2026-03-03T12:00:00Z", Some("2026-03-02T10:00:00Z"));
        // The clock was set back an hour, and a year.
        check("2026-03-02T11:00:00Z", Some("2026-03-02T10:00:00Z"));
        check("2025-03-02T12:00:00Z", None);
    }

    #[test]
    fn what_differs_stays_until_everything_was_looked_at() {
        let times =
            ["2026-03-02T12:00:00Z", "2026-03-03T12:00:00Z", "2026-03-04T12:00:00Z"].map(at);
        let run = |last: Option<&CheckRow>, day: usize, found: &[&str]| {
            CheckRow::after(last, CheckKind::Full, (times[day], None), &report(found))
        };
        let passed = run(None, 0, &[]);
        let first = run(Some(&passed), 1, &["x"]);
        let second = run(Some(&first), 2, &["y"]);
        assert_eq!((second.found_at, second.passed_at), (Some(times[1]), Some(times[0])));
        assert_eq!(second.next_since(times[2]), None);
        let repaired = run(Some(&second), 2, &[]);
        assert_eq!((repaired.found_at, repaired.passed_at), (None, Some(times[2])));
    }
}
