//! Places from which members have signed in.

use sparkyard_kernel::{UserId, db::DbError};

use super::AuthStore;
use crate::model::session::SignInPlace;

/// Maximum number of sessions read per member.
const LOOKED_AT: i64 = 50;

impl AuthStore {
    /// Returns the places where `user` signed in. Sessions are kept until a day after they end.
    pub(crate) async fn sign_in_places(&self, user: &UserId) -> Result<Vec<SignInPlace>, DbError> {
        self.db
            .query("SELECT device, address FROM session WHERE user_id = $user LIMIT $limit")
            .bind("user", user.clone())
            .bind("limit", LOOKED_AT)
            .fetch()
            .await
    }
}
