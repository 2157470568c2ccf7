//! Top-ups.

use sparkyard_kernel::{
    Money, Timestamp, UserId,
    db::{DbError, Fragment, Idempotency},
    ports::{Balances, CardPayment, CardPaymentStatus},
};
use surrealdb::types::SurrealValue;

use super::{WalletStore, ledger::balances_after};
use crate::{
    error::{CREDIT, GRANT, SANDBOX},
    model::{SimulatedPayment, TopUp, TopUpStatus},
};

/// Returns a fragment that follows a card payment of `provider`: credits its top-up, once, or closes
/// it.
pub(crate) fn card_payment_changed(
    provider: &'static str,
    payment: &CardPayment,
    at: Timestamp,
) -> Fragment {
    let state = match payment.status {
        CardPaymentStatus::Open | CardPaymentStatus::Processing | CardPaymentStatus::Authorised => {
            "pending"
        }
        CardPaymentStatus::Succeeded => "succeeded",
        CardPaymentStatus::Cancelled => "cancelled",
    };
    Fragment::new("fn::wallet::card_payment_changed", GRANT)
        .arg(provider.to_owned())
        .arg(payment.reference.clone().unwrap_or_default())
        .arg(payment.id.clone())
        .arg(state.to_owned())
        .arg(payment.received)
        .arg(at)
}

impl WalletStore {
    /// Stores that `user` is about to pay `amount` to `provider`; returns the id of the top-up. A
    /// repeated `key` returns the first id.
    pub(crate) async fn fund(
        &self,
        id: String,
        user: &UserId,
        (amount, provider): (Money, &'static str),
        at: Timestamp,
        key: Option<Idempotency>,
    ) -> Result<String, DbError> {
        self.db
            .write("wallet.fund")
            .bind("id", id)
            .bind("user", user.clone())
            .bind("amount", amount)
            .bind("provider", provider.to_owned())
            .bind("at", at)
            .step(
                "CREATE type::record('funding', $id) SET user_id = $user, amount = $amount, \
                 provider = $provider, status = 'pending', created_at = $at, \
                 newest = -time::millis($at)",
            )
            .idempotent(key)
            .returning("$id")
            .run()
            .await
    }

    /// Stores the provider's id of a top-up's payment, unless it has one; returns the id that it
    /// then has.
    pub(crate) async fn set_payment(&self, id: &str, payment: &str) -> Result<String, DbError> {
        let set = Fragment::new("fn::wallet::set_payment", &[])
            .arg(id.to_owned())
            .arg(payment.to_owned());
        self.db
            .write("wallet.set_payment")
            .bind("id", id.to_owned())
            .call(set)
            .returning("type::record('funding', $id).payment")
            .run()
            .await
    }

    /// Follows a card payment of `provider`.
    pub(crate) async fn follow(
        &self,
        provider: &'static str,
        payment: &CardPayment,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let changed = card_payment_changed(provider, payment, at);
        self.db.write("wallet.follow_payment").call(changed).run().await
    }

    /// Returns a top-up.
    pub(crate) async fn top_up(&self, id: &str) -> Result<Option<TopUp>, DbError> {
        #[derive(SurrealValue)]
        struct TopUpRow {
            user_id: UserId,
            amount: Money,
            status: TopUpStatus,
            payment: Option<String>,
        }
        let row: Option<TopUpRow> = self.db.get("funding", id.to_owned()).await?;
        Ok(row.map(|TopUpRow { user_id, amount, status, payment }| TopUp {
            id: id.to_owned(),
            user_id,
            amount,
            status,
            payment,
        }))
    }

    /// Returns unpaid top-ups of `user` of exactly `amount`, oldest first, twenty at most: a day
    /// later they are cancelled.
    pub(crate) async fn unpaid_top_ups(
        &self,
        user: &UserId,
        amount: Money,
    ) -> Result<Vec<TopUp>, DbError> {
        self.db
            .query(
                "SELECT record::id(id) AS id, user_id, amount, status, payment, created_at FROM funding WHERE user_id = $user \
                 AND amount = $amount AND status = 'pending' ORDER BY created_at LIMIT 20",
            )
            .bind("user", user.clone())
            .bind("amount", amount)
            .fetch()
            .await
    }

    /// Returns unpaid top-ups begun before `before` whose payment is known, oldest first: `limit`
    /// of them, after the first `skip`.
    pub(crate) async fn begun_top_ups(
        &self,
        before: Timestamp,
        (skip, limit): (i64, i64),
    ) -> Result<Vec<TopUp>, DbError> {
        self.db
            .query(
                "SELECT record::id(id) AS id, user_id, amount, status, payment, created_at FROM funding WHERE status = 'pending' \
                 AND created_at < $before AND payment != NONE ORDER BY created_at \
                 LIMIT $limit START $skip",
            )
            .bind("before", before)
            .bind("limit", limit)
            .bind("skip", skip)
            .fetch()
            .await
    }

    /// Makes the simulated card pay or decline `user`'s payment; returns its status.
    pub(crate) async fn sandbox_pay(
        &self,
        payment: SimulatedPayment,
        user: &UserId,
        outcome: &'static str,
        key: Option<Idempotency>,
    ) -> Result<String, DbError> {
        let (function, id) = match payment {
            SimulatedPayment::TopUp(id) => ("fn::wallet::sandbox_pay", id),
            SimulatedPayment::Booking(id) => ("fn::wallet::sandbox_authorise", id),
        };
        let pay =
            Fragment::new(function, SANDBOX).arg(id).arg(user.clone()).arg(outcome.to_owned());
        self.db
            .write("wallet.sandbox_pay")
            .call_as("status", pay)
            .idempotent(key)
            .returning("$status")
            .run()
            .await
    }

    /// Credits `user`'s paid top-up of exactly `amount`, once.
    pub(crate) async fn credit(
        &self,
        user: &UserId,
        amount: Money,
        at: Timestamp,
        key: Option<Idempotency>,
    ) -> Result<Balances, DbError> {
        let credit =
            Fragment::new("fn::wallet::credit", CREDIT).arg(user.clone()).arg(amount).arg(at);
        balances_after(self.db.write("wallet.credit").call(credit).idempotent(key), user).await
    }
}
