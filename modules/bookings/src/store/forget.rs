//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

/// Retention of the parties' answers about a date; far longer than they are asked for.
const KEEP_SAID: Duration = Duration::from_hours(60 * 24);

/// Returns the purge that deletes these answers.
pub(crate) fn forget() -> [Purge; 1] {
    [Purge {
        what: "bookings.purge_visits",
        keep: KEEP_SAID,
        rows: "booking_visit",
        due: "at < $before",
        data: "Answers about whether a visit took place",
        since: "after they were given",
    }]
}
