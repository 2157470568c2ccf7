//! Accounts of imported members, and their invitations.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment},
    events::core::MAIL_TO_MANY,
    ports::Standing,
};

use super::{
    AuthStore, NewAccount, OutgoingMail,
    accounts::{create_account, join, set_standing},
    agreements::with_consent,
    passwords::{put_reset, set_password, use_reset},
};
use crate::{
    error::VIOLATIONS,
    model::{account::Account, agreement::Consent},
};

/// Invitations that are due; `EXPLAIN` must show the index.
pub(super) const DUE: &str = "SELECT VALUE record::id(id) FROM welcome_mail \
     WHERE due_at <= $now LIMIT $limit";

impl AuthStore {
    /// Checks for each key of an address whether it has an account.
    pub(crate) async fn known_addresses(
        &self,
        email_keys: &[String],
    ) -> Result<Vec<bool>, DbError> {
        self.db.has_all("account_email", email_keys.iter().cloned()).await
    }

    /// Returns members whose invitation is to be mailed.
    pub(crate) async fn due_welcomes(
        &self,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<UserId>, DbError> {
        let due = self.db.query(DUE).bind("now", now).bind("limit", limit);
        due.fetch().await
    }

    /// Checks whether `most` bulk mails wait to be sent.
    pub(crate) async fn is_mail_busy(&self, most: usize) -> Result<bool, DbError> {
        Ok(self.db.untried(MAIL_TO_MANY, most).await? >= most)
    }

    /// Mails an invitation. Throws `auth.reset_sent` if another process has done so.
    pub(crate) async fn send_welcome(
        &self,
        user: &UserId,
        token_hash: String,
        expires_at: Timestamp,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let taken = Fragment::new("fn::auth::take_welcome", VIOLATIONS).arg(user.clone());
        let write = self.db.write("auth.send_welcome").call(taken);
        let write = write.call(put_reset(user, token_hash, &mail.id, expires_at));
        write.publish(MAIL_TO_MANY, mail.id, mail.at, mail.message).run().await
    }

    /// Makes an imported account its owner's, with a password; `shown` lists the profile. Throws
    /// `auth.reset_invalid` if the invitation is used up.
    pub(crate) async fn accept_invitation(
        &self,
        account: &Account,
        (token_hash, password_hash): (String, String),
        (shown, consent): (Fragment, Option<Consent>),
        at: Timestamp,
    ) -> Result<(), DbError> {
        let (user, key) = (&account.id, account.email_key.clone());
        let standing =
            set_standing(account, Standing::Invited, Standing::Active, "auth.reset_invalid");
        // A second invitation that waits would be a link to the account of somebody who has joined.
        let write = self
            .db
            .write("auth.accept_invitation")
            .bind("invited", user.clone())
            .step("DELETE type::record('welcome_mail', $invited) RETURN NONE");
        let write = write.call(use_reset(user, token_hash, at)).call(standing);
        let write = write.call(set_password(user, password_hash, None)).call(shown);
        with_consent(join(write, user.clone(), key, None, at), consent).run().await
    }
}

/// Returns the parts of a write that creates the account of an imported member.
pub(crate) fn import(account: NewAccount, profile: Fragment) -> Vec<Fragment> {
    let later = Fragment::new("fn::auth::welcome_later", VIOLATIONS);
    let later = later.arg(account.id.clone()).arg(account.at);
    vec![create_account(account), later, profile]
}
