use poem_openapi::Object;
use sparkyard_kernel::{DateTime, Money, Sparks, ports::Reconciliation};

use super::check::LedgerCheckResult;
use crate::model::overview;

/// Sums of the ledger.
#[derive(Debug, Object)]
pub(crate) struct LedgerOverview {
    /// Pounds by kind of account. All kinds together are 0.
    pounds: Vec<PoundsOfKind>,
    /// Sparks by kind of account. All kinds together are 0.
    sparks: Vec<SparksOfKind>,
    /// Supply of sparks in the last twelve months, oldest first.
    supply: Vec<SupplyOfMonth>,
    /// Result of the last check; left out before the first.
    check: Option<LedgerCheckResult>,
    /// Last comparison with the account at the card service; left out before the first.
    reconciliation: Option<ReconciliationResult>,
}

/// Result of comparing the ledger with the account at the card service.
#[derive(Debug, Object)]
struct ReconciliationResult {
    /// Time of the comparison.
    ran_at: DateTime,
    /// First moment of the period.
    since: DateTime,
    /// Moment after the period.
    until: DateTime,
    /// Lines of the account in the period.
    lines: i64,
    /// Lines that agree with the ledger.
    matched: i64,
    /// Fees of the card service in the period.
    fees: Money,
    /// Sum of what does not agree, each in its size.
    unreconciled: Money,
    /// Number of differences.
    differences: i64,
    /// The first differences, one line each, at most a hundred.
    told: Vec<String>,
}

impl From<Reconciliation> for ReconciliationResult {
    fn from(found: Reconciliation) -> Self {
        Self {
            ran_at: found.ran_at.into(),
            since: found.since.into(),
            until: found.until.into(),
            lines: found.lines,
            matched: found.matched,
            fees: Money::from_minor(found.fees),
            unreconciled: Money::from_minor(found.unreconciled),
            differences: found.differences,
            told: found.told,
        }
    }
}

/// Pounds of all accounts of one kind.
#[derive(Debug, Object)]
struct PoundsOfKind {
    /// Kind: `user`, `intent` (held), `booking` (in escrow), `withdrawal`, or `external:` and where
    /// pounds come from and go to, such as `external:cash`. Further kinds may follow.
    kind: String,
    /// Balance; that of an external kind is negative by what came in.
    balance: Money,
}

/// Sparks of all accounts of one kind.
#[derive(Debug, Object)]
struct SparksOfKind {
    /// Kind: `user`, `intent` (held), `booking` (in escrow), `pot`, or `community`, which issues
    /// sparks. Further kinds may follow.
    kind: String,
    /// Balance; that of `community` is negative by what circulates.
    balance: Sparks,
}

/// Supply of sparks in a month.
#[derive(Debug, Object)]
struct SupplyOfMonth {
    /// Month in British time, as `2026-03`.
    month: String,
    /// Sparks issued.
    issued: Sparks,
    /// Sparks taken out of circulation.
    returned: Sparks,
    /// Sparks in circulation at its end.
    circulating: Sparks,
}

impl From<overview::LedgerOverview> for LedgerOverview {
    fn from(found: overview::LedgerOverview) -> Self {
        let overview::LedgerOverview { totals, supply, check, reconciliation } = found;
        let (pounds, sparks): (Vec<_>, Vec<_>) =
            totals.into_iter().partition(|total| total.unit == "gbp");
        let pounds = pounds.into_iter().map(|total| PoundsOfKind {
            balance: Money::from_minor(total.balance),
            kind: total.kind,
        });
        let sparks = sparks.into_iter().map(|total| SparksOfKind {
            balance: Sparks::from_minor(total.balance),
            kind: total.kind,
        });
        let supply = supply.into_iter().map(|month| SupplyOfMonth {
            issued: Sparks::from_minor(month.issued),
            returned: Sparks::from_minor(month.returned),
            circulating: Sparks::from_minor(month.circulating),
            month: month.month,
        });
        Self {
            pounds: pounds.collect(),
            sparks: sparks.collect(),
            supply: supply.collect(),
            check: check.map(LedgerCheckResult::from),
            reconciliation: reconciliation.map(ReconciliationResult::from),
        }
    }
}
