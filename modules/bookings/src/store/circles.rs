//! Who deals with whom.

use sparkyard_kernel::{
    Timestamp,
    db::{DbError, SurrealValue},
};

use super::Store;
use crate::{
    machine::Status,
    model::{Escrow, Method},
};

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

/// A booking, as far as it tells who deals with whom.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Dealing {
    pub(crate) client: String,
    pub(crate) provider: String,
    status: String,
    method: String,
    escrow: String,
    price_minor: i64,
    pub(crate) updated_at: Timestamp,
    /// Counts down.
    pub(crate) newest: i64,
}

impl Dealing {
    /// Whether the service was rendered.
    pub(crate) fn is_completed(&self) -> bool {
        self.status == Status::Completed.as_str()
    }

    /// What it cost in pounds, and in tokens, in hundredths; nothing when it was given back.
    pub(crate) fn cost(&self) -> (i64, i64) {
        let paid = [Escrow::Released, Escrow::Split].map(Escrow::as_str);
        let price = if paid.contains(&self.escrow.as_str()) { self.price_minor } else { 0 };
        match self.method == Method::SparkToken.as_str() {
            true => (0, price),
            false => (price, 0),
        }
    }
}

impl Store {
    /// The newest `limit` bookings after a place in that list.
    pub(crate) async fn newest(&self, after: i64, limit: i64) -> Result<Vec<Dealing>, DbError> {
        self.db.query(NEWEST).bind("after", after).bind("limit", limit).fetch().await
    }

    /// The newest completed bookings of `user` among the newest `limit` of either side.
    pub(crate) async fn dealings(&self, user: &str, limit: i64) -> Result<Vec<Dealing>, DbError> {
        let mut dealings = Vec::new();
        for side in [DEALT_AS_CLIENT, DEALT_AS_PROVIDER] {
            let query = self.db.query(side).bind("user", user.to_owned());
            let rows = query.bind("after", i64::MIN).bind("limit", limit).fetch::<Dealing>();
            dealings.extend(rows.await?.into_iter().filter(Dealing::is_completed));
        }
        Ok(dealings)
    }
}
