//! Database access of the module: all SurrealQL is here.

mod forget;
mod leave;
mod own;
mod withdrawals;

use sparkyard_kernel::{
    ItemId, Timestamp, UserId,
    db::{Db, DbError, Fragment},
    events::core::MAIL,
    ports::MailMessage,
};
use surrealdb::types::SurrealValue;

use crate::{error::VIOLATIONS, model::MAX_METHODS};

const OF_USER: &str = "SELECT *, record::id(id) AS id FROM withdrawal_method \
     WHERE user_id = $user ORDER BY newest LIMIT $most";

/// A bank account as stored.
#[derive(Clone, SurrealValue)]
pub(crate) struct MethodRow {
    pub(crate) id: ItemId,
    pub(crate) user_id: UserId,
    pub(crate) bank_name: String,
    pub(crate) account_name: String,
    /// Encrypted sort code and account number.
    pub(crate) sealed: String,
    pub(crate) created_at: Timestamp,
    pub(crate) newest: String,
    /// Withdrawals under way.
    pub(crate) open: i64,
}

pub(crate) use forget::forget;
pub(crate) use leave::LEAVING;
pub(crate) use own::own;
pub(crate) use withdrawals::{Closing, NewWithdrawal, changed, stop};

/// A bank account to store, with its mail.
pub(crate) struct Addition {
    pub(crate) row: MethodRow,
    /// Write that uses up one of today's additions.
    pub(crate) spent: Fragment,
    pub(crate) mail: (String, MailMessage),
}

/// Handle on the module's tables; cheap to clone.
#[derive(Clone)]
pub(crate) struct PayoutsStore {
    db: Db,
}

impl PayoutsStore {
    /// Creates the store on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns the bank accounts of a member, newest first.
    pub(crate) async fn of_user(&self, user: &UserId) -> Result<Vec<MethodRow>, DbError> {
        let query = self.db.query(OF_USER).bind("user", user.clone());
        query.bind("most", MAX_METHODS).fetch().await
    }

    /// Returns the number of bank accounts of a member.
    pub(crate) async fn count(&self, user: &UserId) -> Result<i64, DbError> {
        #[derive(SurrealValue)]
        struct OwnerRow {
            methods: i64,
        }
        let row = self.db.get::<OwnerRow>("withdrawal_owner", user.clone()).await?;
        Ok(row.map_or(0, |row| row.methods))
    }

    /// Adds a bank account. Fails with `payouts.too_many` beyond the limit.
    pub(crate) async fn add(&self, addition: Addition) -> Result<(), DbError> {
        let Addition { row, spent, mail: (mail_id, mail) } = addition;
        let at = row.created_at;
        self.db
            .write("payouts.add")
            .violations(VIOLATIONS)
            .bind("user", row.user_id.clone())
            .bind("limit", MAX_METHODS)
            .bind("row", row)
            .step(
                "LET $owner = (UPSERT ONLY type::record('withdrawal_owner', $user) \
                 SET methods = (methods ?? 0) + 1)",
            )
            .step("IF $owner.methods > $limit { THROW 'payouts.too_many' }")
            .step("CREATE withdrawal_method CONTENT $row RETURN NONE")
            .call(spent)
            .publish(MAIL, mail_id, at, mail)
            .run()
            .await
    }

    /// Returns a bank account of `user`.
    pub(crate) async fn method(
        &self,
        user: &UserId,
        id: &ItemId,
    ) -> Result<Option<MethodRow>, DbError> {
        let query = self.db.query(
            "SELECT *, record::id(id) AS id FROM type::record('withdrawal_method', $id) \
             WHERE user_id = $user",
        );
        query.bind("id", id.clone()).bind("user", user.clone()).fetch_optional().await
    }

    /// Deletes a bank account of `user`. Fails with `payouts.not_found` if there is none, and with
    /// `payouts.method_in_use` if a withdrawal to it is under way.
    pub(crate) async fn remove(&self, user: &UserId, id: &ItemId) -> Result<(), DbError> {
        self.db
            .write("payouts.remove")
            .from_reserve()
            .violations(VIOLATIONS)
            .bind("user", user.clone())
            .bind("id", id.clone())
            .step(
                "LET $gone = (DELETE type::record('withdrawal_method', $id) \
                 WHERE user_id = $user RETURN BEFORE)",
            )
            .step("IF array::len($gone) = 0 { THROW 'payouts.not_found' }")
            .step("IF $gone[0].open > 0 { THROW 'payouts.method_in_use' }")
            .step("UPDATE type::record('withdrawal_owner', $user) SET methods -= 1 RETURN NONE")
            .run()
            .await
    }
}

#[cfg(test)]
mod tests;
