//! Top-ups.

use sparkyard_kernel::{
    Money, Timestamp, UserId,
    db::{DbError, Fragment, Idempotency},
    ports::Balances,
};

use super::{WalletStore, ledger::balances_after};
use crate::error::{CREDIT, SANDBOX};

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

    /// Makes the simulated card pay or decline `user`'s top-up; returns its status.
    pub(crate) async fn sandbox_pay(
        &self,
        id: String,
        user: &UserId,
        outcome: &'static str,
        key: Option<Idempotency>,
    ) -> Result<String, DbError> {
        let pay = Fragment::new("fn::wallet::sandbox_pay", SANDBOX)
            .arg(id)
            .arg(user.clone())
            .arg(outcome.to_owned());
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
