//! Purges of old rows. Transfers are kept for ever: from them the ledger check knows what became of
//! a hold whose row was purged.

use std::time::Duration;

use sparkyard_kernel::purge::Purge;

/// Longer than the five years after a calendar year for which platforms keep their records of
/// sellers.
const SELLERS_KEPT: Duration = Duration::from_hours(6 * 366 * 24);
const WEEK: Duration = Duration::from_hours(7 * 24);

/// Returns the purges that delete returned holds, and payments by card that were never made, after a
/// week, and details of sellers long after they left. A top-up whose payment the provider may still
/// accept stays.
pub(crate) fn forget() -> [Purge; 6] {
    [
        Purge {
            what: "wallet.forget_holds",
            keep: WEEK,
            rows: "payment_intent",
            due: "status = 'expired' AND expires_at < $before",
            data: "Money set aside for a booking that was not made",
            since: "after it was given back",
        },
        Purge {
            what: "wallet.forget_begun_top_ups",
            keep: WEEK,
            rows: "funding",
            due: "status = 'pending' AND created_at < $before AND payment = NONE",
            data: "Top-ups that were begun without a payment",
            since: "after they were begun",
        },
        Purge {
            what: "wallet.forget_cancelled_top_ups",
            keep: WEEK,
            rows: "funding",
            due: "status = 'cancelled' AND created_at < $before",
            data: "Top-ups that were cancelled",
            since: "after they were begun",
        },
        Purge {
            what: "wallet.forget_unused_cards",
            keep: WEEK,
            rows: "card_payment",
            due: "state = 'expired' AND expires_at < $before",
            data: "Card payments that were not made",
            since: "after they expire",
        },
        Purge {
            what: "wallet.forget_declined_top_ups",
            keep: WEEK,
            rows: "funding",
            due: "status = 'declined' AND created_at < $before",
            data: "Top-ups that the bank declined",
            since: "after they were begun",
        },
        Purge {
            what: "wallet.forget_former_sellers",
            keep: SELLERS_KEPT,
            rows: "former_seller",
            due: "left_at < $before",
            data: "Name and address of a member who earned pounds and left",
            since: "after they left",
        },
    ]
}
