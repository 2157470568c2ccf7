//! Purges of old rows.

use std::time::Duration;

use sparkyard_kernel::{db::Db, purge::Purge};

/// Longer than the 30 days for which Stripe lists events.
const KEEP: Duration = Duration::from_hours(40 * 24);

/// Purges events that Stripe can no longer repeat.
pub(crate) fn forget(db: &Db) -> [Purge; 1] {
    let (rows, due) = ("stripe_event", "at < $before");
    let (data, since) =
        ("Messages about card payments from the card company", "after they arrived");
    [Purge { db: db.clone(), what: "payments.forget_events", keep: KEEP, rows, due, data, since }]
}
