//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::{db::Db, purge::Purge};

const DAY: Duration = Duration::from_hours(24);
/// Time for which members and skills count as new.
const KEEP_ARRIVALS: Duration = DAY.saturating_mul(30);
/// Retention of a need after its end: its author can renew it, or see who helped.
const KEEP_NEEDS: Duration = DAY.saturating_mul(90);
/// Retention of an announcement after its end.
const KEEP_ANNOUNCEMENTS: Duration = DAY.saturating_mul(365);
/// Condition under which rows are deleted; without a lower bound, the range would include all
/// that are open.
const ENDED: &str = "ended_ms > 0 AND ended_ms < $before_ms";

/// Returns the jobs that delete arrivals after 30 days, needs 90 days after their end, and
/// announcements a year after theirs.
pub(crate) fn forget(db: &Db) -> [Purge; 3] {
    [
        (
            "community.forget_arrivals",
            "arrival",
            "at < $before",
            KEEP_ARRIVALS,
            "Notes that a neighbour or a skill is new",
            "after they arrived",
        ),
        (
            "community.forget_needs",
            "need",
            ENDED,
            KEEP_NEEDS,
            "Needs on the board",
            "after they end",
        ),
        (
            "community.forget_announcements",
            "announcement",
            ENDED,
            KEEP_ANNOUNCEMENTS,
            "Announcements of the hosts",
            "after they end",
        ),
    ]
    .map(|(what, rows, due, keep, data, since)| Purge {
        db: db.clone(),
        what,
        keep,
        rows,
        due,
        data,
        since,
    })
}
