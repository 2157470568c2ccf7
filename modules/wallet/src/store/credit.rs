//! Sparks that members may owe.

use sparkyard_kernel::{
    PageQuery, Sparks, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment},
    events::wallet::{CREDIT_LIMIT_CHANGED, CreditLimitChanged},
};

use super::WalletStore;
use crate::{
    error::CREDIT_LIMIT,
    model::{Account, Unit, credit::Credit},
};

const ON_CREDIT: &str = "SELECT owner AS user_id, balance, credit_limit AS own_limit, \
     on_credit FROM ledger_account WITH INDEX ledger_account_on_credit \
     WHERE on_credit > $after ORDER BY on_credit LIMIT $limit";

impl WalletStore {
    /// Returns members who have a limit of their own or owe sparks, by id.
    pub(crate) async fn on_credit(&self, page: &PageQuery) -> Result<Vec<Credit>, DbError> {
        self.db
            .query(ON_CREDIT)
            .bind("after", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch()
            .await
    }

    /// Returns the spark account of `user`.
    pub(crate) async fn spark_account(&self, user: &UserId) -> Result<Credit, DbError> {
        let query = self.db.query(
            "SELECT owner AS user_id, balance, credit_limit AS own_limit \
             FROM type::record('ledger_account', $account)",
        );
        let account = Account::User(user, Unit::Spark).to_string();
        let found = query.bind("account", account).fetch_optional().await?;
        Ok(found.unwrap_or_else(|| Credit::none(user.clone())))
    }

    /// Replaces the limit of a member's own, with the audit entry and the event about it. Fails if
    /// it is no longer `before`.
    pub(crate) async fn set_credit_limit(
        &self,
        (before, after): (Option<Sparks>, Option<Sparks>),
        payload: CreditLimitChanged,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let (event, at) = (audit.id.clone(), audit.at);
        let change = Fragment::new("fn::wallet::set_credit_limit", CREDIT_LIMIT)
            .arg(payload.user_id.clone())
            .arg(before)
            .arg(after);
        self.db
            .write("wallet.set_credit_limit")
            .call(change)
            .call(audit.fragment())
            .publish(CREDIT_LIMIT_CHANGED, event, at, payload)
            .run()
            .await
    }
}
