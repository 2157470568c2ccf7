//! What the wallet forgets after a while. No transfer is among it: these are kept for ever, and the
//! check of the ledger knows from them what became of a hold whose row is gone.

use std::time::Duration;

use sparkyard_kernel::{db::Db, purge::Purge};

const WEEK: Duration = Duration::from_hours(7 * 24);

/// Holds that were given back.
pub(crate) fn forget_holds(db: Db) -> Purge {
    Purge {
        db,
        what: "wallet.forget_holds",
        keep: WEEK,
        due: "SELECT VALUE id FROM payment_intent \
              WHERE status = 'expired' AND expires_at < $before LIMIT $limit",
        still: "status = 'expired' AND expires_at < $before",
    }
}

/// Top-ups that were never paid.
pub(crate) fn forget_unpaid_top_ups(db: &Db) -> [Purge; 2] {
    let purge = |what, due, still| Purge { db: db.clone(), what, keep: WEEK, due, still };
    [
        purge(
            "wallet.forget_begun_top_ups",
            "SELECT VALUE id FROM funding \
             WHERE status = 'pending' AND created_at < $before LIMIT $limit",
            "status = 'pending' AND created_at < $before",
        ),
        purge(
            "wallet.forget_declined_top_ups",
            "SELECT VALUE id FROM funding \
             WHERE status = 'declined' AND created_at < $before LIMIT $limit",
            "status = 'declined' AND created_at < $before",
        ),
    ]
}
