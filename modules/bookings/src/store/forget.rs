//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

/// Retention of the parties' answers about a date; far longer than they are asked for.
const KEEP_SAID: Duration = Duration::from_hours(60 * 24);

/// Retention of answers about safety.
const KEEP_SAFETY: Duration = Duration::from_hours(365 * 24);

/// Retention of removed reviews; far longer than an appeal takes.
const KEEP_REMOVED: Duration = Duration::from_hours(365 * 24);

/// Returns the purges that delete these answers and reviews.
pub(crate) fn forget() -> [Purge; 3] {
    let visits = Purge {
        what: "bookings.purge_visits",
        keep: KEEP_SAID,
        rows: "booking_visit",
        due: "at < $before",
        data: "Answers about whether a visit took place",
        since: "after they were given",
    };
    let safety = Purge {
        what: "bookings.forget_safety",
        keep: KEEP_SAFETY,
        rows: "safety_answer",
        due: "at < $before",
        data: "Answers about whether members felt safe",
        since: "after they were given",
    };
    let reviews = Purge {
        what: "bookings.forget_removed_reviews",
        keep: KEEP_REMOVED,
        rows: "review",
        due: "removed_ms > 0 AND removed_ms < $before_ms",
        data: "Reviews that the hosts removed",
        since: "after they were removed",
    };
    [visits, safety, reviews]
}
