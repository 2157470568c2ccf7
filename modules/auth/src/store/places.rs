//! Where members signed in.

use sparkyard_kernel::{
    UserId,
    db::{DbError, SurrealValue},
};

use super::Store;

/// Sessions of one member that are looked at.
const LOOKED_AT: i64 = 50;

/// Where a session was opened or last renewed.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Place {
    pub(crate) device: String,
    pub(crate) address: String,
}

impl Store {
    /// Where `user` signed in, as far as sessions are kept: until a day after they end.
    pub(crate) async fn places(&self, user: &UserId) -> Result<Vec<Place>, DbError> {
        self.db
            .query("SELECT device, address FROM session WHERE user_id = $user LIMIT $limit")
            .bind("user", user.clone())
            .bind("limit", LOOKED_AT)
            .fetch()
            .await
    }
}
