//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

/// Longer than the five years after a calendar year for which platforms keep their records of
/// sellers.
const KEEP: Duration = Duration::from_hours(6 * 366 * 24);

/// Returns the purge that deletes bank accounts of members who left long ago.
pub(crate) fn forget() -> [Purge; 1] {
    [Purge {
        what: "payouts.forget_left_accounts",
        keep: KEEP,
        rows: "withdrawal_method",
        // Without a lower bound, the range would include the accounts of all members.
        due: "left_at > d'1970-01-01T00:00:00Z' AND left_at < $before",
        data: "Bank account of a member who earned pounds and left",
        since: "after they left",
    }]
}
