//! Results of ledger checks.

use std::time::Duration;

use poem_openapi::Enum;
use sparkyard_kernel::{Timestamp, ports::LedgerReport};
use surrealdb::types::SurrealValue;

/// Overlap of a recent check with the last one that passed. A transfer carries the time of its
/// request or event, which may have waited, by a clock that may have been an hour ahead.
const OVERLAP: Duration = Duration::from_hours(2);

/// Scope of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "LedgerCheckKind", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum CheckKind {
    /// Transfers since the last check that passed.
    Recent,
    /// The whole ledger.
    Full,
}

/// Result of a check, with the state that later checks start from.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct LedgerCheck {
    pub(crate) ran_at: Timestamp,
    pub(crate) kind: CheckKind,
    /// Time from which a recent check compared transfers.
    pub(crate) since: Option<Timestamp>,
    pub(crate) transfers: i64,
    pub(crate) accounts: i64,
    pub(crate) differences: Vec<String>,
    /// Time of the first check that found differences; `None` while there are none.
    pub(crate) found_at: Option<Timestamp>,
    /// Time of the latest check that passed.
    pub(crate) passed_at: Option<Timestamp>,
    /// Time of the latest full check.
    pub(crate) full_at: Option<Timestamp>,
}

/// State of the checks.
pub(crate) struct Checks {
    pub(crate) running: bool,
    /// Last completed check.
    pub(crate) last: Option<LedgerCheck>,
}

impl LedgerCheck {
    /// Returns the time from which the next check must compare transfers; `None` for a full check.
    /// Only a full check clears differences, and after the clock was set far back it is unknown
    /// which transfers are new.
    pub(crate) fn next_since(&self, now: Timestamp) -> Option<Timestamp> {
        let passed_at = self.passed_at.filter(|_| self.found_at.is_none())?;
        Some(passed_at - OVERLAP).filter(|since| *since <= now)
    }

    /// Builds the result of a check with `report`, which follows `last`.
    pub(crate) fn after(
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
    fn next_check_overlaps_the_last_passed_one() {
        let noon = at("2026-03-02T12:00:00Z");
        let passed = LedgerCheck::after(None, CheckKind::Full, (noon, None), &report(&[]));
        let check = |now: &str, expected: Option<&str>| {
            assert_eq!(passed.next_since(at(now)), expected.map(at), "{now}");
        };
        check("2026-03-03T12:00:00Z", Some("2026-03-02T10:00:00Z"));
        // The clock was set back an hour, and a year.
        check("2026-03-02T11:00:00Z", Some("2026-03-02T10:00:00Z"));
        check("2025-03-02T12:00:00Z", None);
    }

    #[test]
    fn differences_stay_until_a_full_check() {
        let times =
            ["2026-03-02T12:00:00Z", "2026-03-03T12:00:00Z", "2026-03-04T12:00:00Z"].map(at);
        let run = |last: Option<&LedgerCheck>, day: usize, found: &[&str]| {
            LedgerCheck::after(last, CheckKind::Full, (times[day], None), &report(found))
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
