//! Queries for bookings by member, to find circles.

use sparkyard_kernel::{UserId, db::DbError};

use super::BookingStore;
use crate::model::Dealing;

/// Columns of a [`Dealing`].
macro_rules! dealing {
    () => {
        "client, provider, status, method, escrow, price_minor, updated_at, newest"
    };
}

/// Indexed lists; `EXPLAIN` must show a range of an index for each.
pub(super) const NEWEST: &str = concat!(
    "SELECT ",
    dealing!(),
    " FROM booking WHERE newest > $after ORDER BY newest LIMIT $limit"
);
pub(super) const DEALT_AS_CLIENT: &str = concat!(
    "SELECT ",
    dealing!(),
    " FROM booking WHERE client = $user AND newest > $after ORDER BY newest LIMIT $limit"
);
pub(super) const DEALT_AS_PROVIDER: &str = concat!(
    "SELECT ",
    dealing!(),
    " FROM booking WHERE provider = $user AND newest > $after ORDER BY newest LIMIT $limit"
);

impl BookingStore {
    /// Returns the newest `limit` bookings after a position.
    pub(crate) async fn newest(&self, after: i64, limit: i64) -> Result<Vec<Dealing>, DbError> {
        self.db.query(NEWEST).bind("after", after).bind("limit", limit).fetch().await
    }

    /// Returns the completed bookings among the newest `limit` of `user` on either side.
    pub(crate) async fn dealings(
        &self,
        user: &UserId,
        limit: i64,
    ) -> Result<Vec<Dealing>, DbError> {
        let mut dealings = Vec::new();
        for side in [DEALT_AS_CLIENT, DEALT_AS_PROVIDER] {
            let query = self.db.query(side).bind("user", user.clone());
            let rows = query.bind("after", i64::MIN).bind("limit", limit).fetch::<Dealing>();
            dealings.extend(rows.await?.into_iter().filter(Dealing::is_completed));
        }
        Ok(dealings)
    }
}
