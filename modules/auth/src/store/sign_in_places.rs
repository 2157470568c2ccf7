//! Where members signed in.

use sparkyard_kernel::{UserId, db::DbError};

use super::AuthStore;
use crate::model::session::SignInPlace;

/// Sessions of one member that are looked at.
const LOOKED_AT: i64 = 50;

impl AuthStore {
    /// Where `user` signed in, as far as sessions are kept: until a day after they end.
    pub(crate) async fn sign_in_places(&self, user: &UserId) -> Result<Vec<SignInPlace>, DbError> {
        self.db
            .query("SELECT device, address FROM session WHERE user_id = $user LIMIT $limit")
            .bind("user", user.clone())
            .bind("limit", LOOKED_AT)
            .fetch()
            .await
    }
}
