//! Accounts of members at Stripe.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Queued},
    events::core::MAIL,
    ports::MailMessage,
};
use surrealdb::types::SurrealValue;

use super::PaymentsStore;
use crate::model::connected::{AccountFacts, ConnectedAccount};

pub(super) const OF_ACCOUNT: &str = "SELECT VALUE record::id(id) FROM connected_account \
     WHERE account = $account LIMIT 1";

pub(super) const UNDER_WAY: &str = "SELECT VALUE record::id(id) FROM connected_account \
     WITH INDEX connected_account_ready WHERE ready_since = NONE AND created_at > $since LIMIT 100";

/// An account as stored.
#[derive(SurrealValue)]
struct AccountRow {
    reference: String,
    created_at: Timestamp,
    account: Option<String>,
    charges_enabled: bool,
    payouts_enabled: bool,
    details_submitted: bool,
    transfers: String,
    missing: Vec<String>,
    disabled_reason: Option<String>,
    ready_since: Option<Timestamp>,
}

impl PaymentsStore {
    /// Waits until nobody else in this process changes the member's account.
    pub(crate) async fn queue_for_account(&self, user: &UserId) -> Queued {
        self.db.queue([format!("connected_account:{user}")].into()).await
    }

    /// Returns the account of a member.
    pub(crate) async fn connected(
        &self,
        user: &UserId,
    ) -> Result<Option<ConnectedAccount>, DbError> {
        let row = self.db.get::<AccountRow>("connected_account", user.clone()).await?;
        Ok(row.map(|row| ConnectedAccount {
            reference: row.reference,
            account: row.account,
            created_at: row.created_at,
            facts: AccountFacts {
                charges_enabled: row.charges_enabled,
                payouts_enabled: row.payouts_enabled,
                details_submitted: row.details_submitted,
                transfers: row.transfers,
                missing: row.missing,
                disabled_reason: row.disabled_reason,
            },
            ready_since: row.ready_since,
        }))
    }

    /// Returns the member whose account at Stripe this is.
    pub(crate) async fn member_of(&self, account: &str) -> Result<Option<UserId>, DbError> {
        let query = self.db.query(OF_ACCOUNT).bind("account", account.to_owned());
        query.fetch_optional().await
    }

    /// Returns members whose account, begun after `since`, cannot be paid yet; a hundred at most.
    pub(crate) async fn under_way(&self, since: Timestamp) -> Result<Vec<UserId>, DbError> {
        self.db.query(UNDER_WAY).bind("since", since).fetch().await
    }

    /// Creates the row of the member's account with `reference`, unless there is one.
    pub(crate) async fn begin_account(
        &self,
        user: &UserId,
        reference: String,
        at: Timestamp,
    ) -> Result<(), DbError> {
        self.db
            .write("payments.begin_account")
            .bind("user", user.clone())
            .bind("reference", reference)
            .bind("at", at)
            .step(
                "IF !record::exists(type::record('connected_account', $user)) { \
                 CREATE type::record('connected_account', $user) SET reference = $reference, \
                 created_at = $at, charges_enabled = false, payouts_enabled = false, \
                 details_submitted = false, transfers = 'inactive', missing = [] RETURN NONE }",
            )
            .run()
            .await
    }

    /// Deletes the member's account, unless the member has another one by now.
    pub(crate) async fn forget_account(&self, user: &UserId, account: &str) -> Result<(), DbError> {
        self.db
            .write("payments.forget_account")
            .bind("user", user.clone())
            .bind("account", account.to_owned())
            .step(
                "DELETE type::record('connected_account', $user) WHERE account = $account \
                 RETURN NONE",
            )
            .run()
            .await
    }

    /// Stores the state that Stripe shows, and the account's id unless one is stored.
    pub(crate) async fn follow_account(
        &self,
        user: &UserId,
        (account, facts): (&str, &AccountFacts),
        ready_since: Option<Timestamp>,
        mail: Option<(String, Timestamp, MailMessage)>,
    ) -> Result<(), DbError> {
        let facts = facts.clone();
        let mut write = self
            .db
            .write("payments.follow_account")
            .bind("user", user.clone())
            .bind("account", account.to_owned())
            .bind("charges", facts.charges_enabled)
            .bind("payouts", facts.payouts_enabled)
            .bind("details", facts.details_submitted)
            .bind("transfers", facts.transfers)
            .bind("missing", facts.missing)
            .bind("disabled", facts.disabled_reason)
            .bind("ready", ready_since)
            .step(
                "UPDATE type::record('connected_account', $user) SET \
                 account = account ?? $account, charges_enabled = $charges, \
                 payouts_enabled = $payouts, details_submitted = $details, \
                 transfers = $transfers, missing = $missing, \
                 disabled_reason = $disabled, ready_since = $ready RETURN NONE",
            );
        if let Some((id, at, mail)) = mail {
            write = write.publish(MAIL, id, at, mail);
        }
        write.run().await
    }
}
