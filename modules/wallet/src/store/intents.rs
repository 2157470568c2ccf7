//! Holds, their use and their expiry.

use sparkyard_kernel::{
    BookingId, IntentId, Price, Timestamp, UserId,
    db::{DbError, Fragment, Idempotency},
    ports::EscrowSplit,
};

use super::WalletStore;
use crate::error::{ESCROW, HOLD, SETTLE};

impl WalletStore {
    /// Holds `price` of `user`'s money until `expires_at`; returns the id of the intent. A repeated
    /// `key` returns the first id. Fails with the violation of `allowance` if that is used up.
    pub(crate) async fn hold(
        &self,
        intent: &IntentId,
        user: &UserId,
        price: Price,
        (at, expires_at): (Timestamp, Timestamp),
        allowance: Fragment,
        key: Option<Idempotency>,
    ) -> Result<IntentId, DbError> {
        let hold = Fragment::new("fn::wallet::hold", HOLD)
            .arg(intent.clone())
            .arg(user.clone())
            .arg(price.unit().to_owned())
            .arg(price.minor())
            .arg(at)
            .arg(expires_at);
        self.db
            .write("wallet.hold")
            .bind("intent", intent.clone())
            .call(allowance)
            .call(hold)
            .idempotent(key)
            .returning("$intent")
            .run()
            .await
    }

    /// Returns an expired hold; `false` if it was used or returned before.
    pub(crate) async fn expire(&self, intent: &IntentId, now: Timestamp) -> Result<bool, DbError> {
        let expire = Fragment::new("fn::wallet::expire", &[]).arg(intent.clone()).arg(now);
        self.db.write("wallet.expire").call_as("expired", expire).returning("$expired").run().await
    }

    /// Lists up to `limit` expired holds of all members, oldest first.
    pub(crate) async fn due_intents(
        &self,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<IntentId>, DbError> {
        self.db
            .query(
                "SELECT VALUE record::id(id) FROM payment_intent \
             WHERE status = 'held' AND expires_at <= $now LIMIT $limit",
            )
            .bind("now", now)
            .bind("limit", limit)
            .fetch()
            .await
    }

    /// Lists the expired holds of `user`.
    pub(crate) async fn overdue_of(
        &self,
        user: &UserId,
        now: Timestamp,
    ) -> Result<Vec<IntentId>, DbError> {
        self.db
            .query(
                "SELECT VALUE record::id(id) FROM payment_intent \
             WHERE user_id = $user AND status = 'held' AND expires_at <= $now",
            )
            .bind("user", user.clone())
            .bind("now", now)
            .fetch()
            .await
    }
}

/// Uses a hold for a booking.
pub(crate) fn escrow(
    intent: &IntentId,
    client: &UserId,
    booking: BookingId,
    price: Price,
    at: Timestamp,
) -> Fragment {
    Fragment::new("fn::wallet::escrow", ESCROW)
        .arg(intent.clone())
        .arg(client.clone())
        .arg(booking)
        .arg(price.unit().to_owned())
        .arg(price.minor())
        .arg(at)
}

/// Settles a booking's escrow.
pub(crate) fn settle(
    booking: BookingId,
    (client, provider): (&UserId, &UserId),
    price: Price,
    split: EscrowSplit,
    at: Timestamp,
) -> Fragment {
    Fragment::new("fn::wallet::settle", SETTLE)
        .arg(booking)
        .arg(client.clone())
        .arg(provider.clone())
        .arg(price.unit().to_owned())
        .arg(split.to_client)
        .arg(split.to_provider)
        .arg(at)
}
