//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

/// Retention of a report after its decision.
const REPORTS_KEPT: Duration = Duration::from_hours(365 * 24);

/// Returns the purge that deletes reports a year after the decision.
pub(crate) fn forget() -> [Purge; 1] {
    [Purge {
        what: "moderation.forget_reports",
        keep: REPORTS_KEPT,
        rows: "report",
        due: "decided_ms > 0 AND decided_ms < $before_ms",
        data: "Reports to the hosts",
        since: "after they were decided",
    }]
}
