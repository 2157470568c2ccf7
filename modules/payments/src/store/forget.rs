//! Purges of old rows.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

/// Longer than the 30 days for which Stripe lists events.
const KEEP: Duration = Duration::from_hours(40 * 24);

/// Returns the purge that deletes events that Stripe can no longer repeat.
pub(crate) fn forget() -> [Purge; 1] {
    [Purge {
        what: "payments.forget_events",
        keep: KEEP,
        rows: "stripe_event",
        due: "at < $before",
        data: "Messages about card payments from the card company",
        since: "after they arrived",
    }]
}
