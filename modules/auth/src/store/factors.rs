//! Storage of second factors.

use sparkyard_kernel::{
    Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment},
};

use super::{AuthStore, OutgoingMail, accounts::with_mail};
use crate::{error::VIOLATIONS, model::second_factor::TotpApp};

impl AuthStore {
    pub(crate) async fn totp(&self, user: &UserId) -> Result<Option<TotpApp>, DbError> {
        self.db
            .query("SELECT sealed_secret, created_at, confirmed_at FROM type::record('totp', $id)")
            .bind("id", user.clone())
            .fetch_optional()
            .await
    }

    /// Stores a secret that is yet to be confirmed.
    pub(crate) async fn begin_totp(
        &self,
        user: &UserId,
        sealed: String,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let begin =
            Fragment::new("fn::auth::begin_totp", VIOLATIONS).arg(user.clone()).arg(sealed).arg(at);
        self.db.write("auth.begin_totp").call(begin).run().await
    }

    /// Switches the second factor on, with new recovery codes.
    pub(crate) async fn confirm_totp(
        &self,
        user: &UserId,
        (sealed, step): (String, i64),
        hashes: Vec<String>,
        allowance: Fragment,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let confirm = Fragment::new("fn::auth::confirm_totp", VIOLATIONS)
            .arg(user.clone())
            .arg(sealed)
            .arg(step)
            .arg(hashes)
            .arg(mail.at);
        let write = self.db.write("auth.confirm_totp").call(allowance).call(confirm);
        with_mail(write, Some(mail)).run().await
    }

    /// Uses up the code of a time step; returns false if this or a later one was used before.
    pub(crate) async fn use_totp(&self, user: &UserId, step: i64) -> Result<bool, DbError> {
        let step = Fragment::new("fn::auth::use_totp", &[]).arg(user.clone()).arg(step);
        self.db
            .write("auth.use_totp")
            .from_reserve()
            .call_as("fresh", step)
            .returning("$fresh")
            .run()
            .await
    }

    /// Returns the hashes of the unused recovery codes.
    pub(crate) async fn recovery_hashes(&self, user: &UserId) -> Result<Vec<String>, DbError> {
        let hashes = self
            .db
            .query("SELECT VALUE hashes FROM type::record('recovery', $id)")
            .bind("id", user.clone());
        Ok(hashes.fetch_optional::<Vec<String>>().await?.unwrap_or_default())
    }

    /// Uses up a recovery code; throws `auth.recovery_unknown` if there is no such code.
    pub(crate) async fn use_recovery(
        &self,
        user: &UserId,
        hash: String,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let code = Fragment::new("fn::auth::use_recovery", VIOLATIONS).arg(user.clone()).arg(hash);
        with_mail(self.db.write("auth.use_recovery").from_reserve().call(code), Some(mail))
            .run()
            .await
    }

    /// Replaces all recovery codes and notifies the owner.
    pub(crate) async fn renew_recovery(
        &self,
        user: &UserId,
        hashes: Vec<String>,
        allowance: Fragment,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let renew =
            Fragment::new("fn::auth::renew_recovery", VIOLATIONS).arg(user.clone()).arg(hashes);
        let write = self.db.write("auth.renew_recovery").call(allowance).call(renew);
        with_mail(write, Some(mail)).run().await
    }

    /// Switches the second factor off.
    pub(crate) async fn drop_second_factor(
        &self,
        user: &UserId,
        audit: Option<AuditEntry<'_>>,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let gone = Fragment::new("fn::auth::drop_second_factor", VIOLATIONS).arg(user.clone());
        let write = self.db.write("auth.drop_second_factor").call(gone);
        let write = write.calls(audit.map(AuditEntry::fragment));
        with_mail(write, Some(mail)).run().await
    }
}
