//! Purges of old rows. Transfers are kept for ever: from them the ledger check knows what became of
//! a hold whose row was purged.

use std::time::Duration;

use sparkyard_kernel::{db::Db, purge::Purge};

const WEEK: Duration = Duration::from_hours(7 * 24);

/// Purges returned holds, and payments by card that were never made, after a week. A top-up whose payment the
/// provider may still accept stays.
pub(crate) fn forget(db: &Db) -> [Purge; 5] {
    [
        (
            "wallet.forget_holds",
            "payment_intent",
            "status = 'expired' AND expires_at < $before",
            "Money set aside for a booking that was not made",
            "after it was given back",
        ),
        (
            "wallet.forget_begun_top_ups",
            "funding",
            "status = 'pending' AND created_at < $before AND payment = NONE",
            "Top-ups that were begun without a payment",
            "after they were begun",
        ),
        (
            "wallet.forget_cancelled_top_ups",
            "funding",
            "status = 'cancelled' AND created_at < $before",
            "Top-ups that were cancelled",
            "after they were begun",
        ),
        (
            "wallet.forget_unused_cards",
            "card_payment",
            "state = 'expired' AND expires_at < $before",
            "Card payments that were not made",
            "after they expire",
        ),
        (
            "wallet.forget_declined_top_ups",
            "funding",
            "status = 'declined' AND created_at < $before",
            "Top-ups that the bank declined",
            "after they were begun",
        ),
    ]
    .map(|(what, rows, due, data, since)| Purge {
        db: db.clone(),
        what,
        keep: WEEK,
        rows,
        due,
        data,
        since,
    })
}
