//! Purges of old rows. Transfers are kept for ever: from them the ledger check knows what became of
//! a hold whose row was purged.

use std::time::Duration;

use sparkyard_kernel::{db::Db, purge::Purge};

const WEEK: Duration = Duration::from_hours(7 * 24);

/// Purges returned holds, and payments by card that were never made, after a week. A top-up whose payment the
/// provider may still accept stays.
pub(crate) fn forget(db: &Db) -> [Purge; 5] {
    [
        ("wallet.forget_holds", "payment_intent", "status = 'expired' AND expires_at < $before"),
        (
            "wallet.forget_begun_top_ups",
            "funding",
            "status = 'pending' AND created_at < $before AND payment = NONE",
        ),
        (
            "wallet.forget_cancelled_top_ups",
            "funding",
            "status = 'cancelled' AND created_at < $before",
        ),
        (
            "wallet.forget_unused_cards",
            "card_payment",
            "state = 'expired' AND expires_at < $before",
        ),
        (
            "wallet.forget_declined_top_ups",
            "funding",
            "status = 'declined' AND created_at < $before",
        ),
    ]
    .map(|(what, rows, due)| Purge { db: db.clone(), what, keep: WEEK, rows, due })
}
