//! Deletion of old rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

/// Returns the purge that deletes messages from the contact page `days` after they were closed.
pub(crate) fn forget(days: u32) -> [Purge; 1] {
    [Purge {
        what: "site.forget_contact",
        keep: Duration::from_hours(24) * days,
        rows: "contact_message",
        due: "closed_ms > 0 AND closed_ms < $before_ms",
        data: "Messages from the contact page",
        since: "after they were closed",
    }]
}
