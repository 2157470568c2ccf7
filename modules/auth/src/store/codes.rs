//! Codes that prove an address.

use std::time::Duration;

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment},
};

use super::{News, Store, Window, accounts::tell, invitations::invited, limits::count_mail};
use crate::error::REFUSALS;

/// What a code may do.
pub(crate) struct CodeLimits {
    pub(crate) life: Duration,
    pub(crate) window: Window,
    /// Wrong tries it survives.
    pub(crate) tries: i64,
}

/// A new address that waits to be proved.
pub(crate) struct NewEmail {
    pub(crate) user: UserId,
    pub(crate) email: String,
    pub(crate) email_key: String,
    pub(crate) code_hash: String,
}

impl Store {
    /// Notes a new code and sends it, within the limits of the address, and that the address was
    /// invited.
    pub(crate) async fn issue_code(
        &self,
        email_key: &str,
        code_hash: String,
        limits: &CodeLimits,
        invitation: Option<String>,
        news: News,
    ) -> Result<(), DbError> {
        let count = Fragment::new("fn::auth::issue_code", REFUSALS)
            .arg(email_key.to_owned())
            .arg(code_hash)
            .arg(news.at)
            .arg(limits.life)
            .arg(limits.window.length)
            .arg(limits.window.limit);
        let invited = invitation.map(|code| invited(code, email_key.to_owned(), false));
        let write = self.db.write("auth.issue_code").call(count).calls(invited);
        tell(write, Some(news)).run().await
    }

    /// Takes one try at a code; when it is right, notes the leave to register.
    pub(crate) async fn try_code(
        &self,
        email_key: &str,
        code_hash: String,
        token_hash: String,
        token_expires_at: Timestamp,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        let attempt = Fragment::new("fn::auth::try_code", &[])
            .arg(email_key.to_owned())
            .arg(code_hash)
            .arg(at);
        self.db
            .write("auth.try_code")
            .call_as("right", attempt)
            .bind("proof", token_hash)
            .bind("key", email_key.to_owned())
            .bind("until", token_expires_at)
            .step(
                "IF $right { CREATE type::record('registration', $proof) \
                 SET email_key = $key, expires_at = $until }",
            )
            .returning("$right")
            .run()
            .await
    }

    /// Notes the new address that a member wants, and sends it a code.
    pub(crate) async fn ask_for_email(
        &self,
        wanted: NewEmail,
        limits: &CodeLimits,
        news: News,
    ) -> Result<(), DbError> {
        let count = count_mail(&format!("new-email:{}", wanted.user), news.at, &limits.window);
        let write = self.db.write("auth.ask_for_email").call(count);
        let write = write
            .bind("id", wanted.user)
            .bind("email", wanted.email)
            .bind("email_key", wanted.email_key)
            .bind("code_hash", wanted.code_hash)
            .bind("until", news.at + limits.life)
            .bind("tries", limits.tries)
            .step(
                "UPSERT type::record('email_change', $id) SET email = $email, \
                 email_key = $email_key, code_hash = $code_hash, expires_at = $until, \
                 tries_left = $tries",
            );
        tell(write, Some(news)).run().await
    }

    /// Takes one try at the code of a new address; that address when it is right.
    pub(crate) async fn try_email_change(
        &self,
        user: &UserId,
        code_hash: String,
        at: Timestamp,
    ) -> Result<Option<String>, DbError> {
        let attempt = Fragment::new("fn::auth::try_email_change", &[])
            .arg(user.clone())
            .arg(code_hash)
            .arg(at);
        self.db
            .write("auth.try_email_change")
            .call_as("email", attempt)
            .returning("$email")
            .run()
            .await
    }

    /// Moves an account to its new address and tells the old one.
    pub(crate) async fn change_email(
        &self,
        user: &UserId,
        code_hash: String,
        news: News,
    ) -> Result<(), DbError> {
        let change = Fragment::new("fn::auth::change_email", REFUSALS)
            .arg(user.clone())
            .arg(code_hash)
            .arg(news.at);
        tell(self.db.write("auth.change_email").call(change), Some(news)).run().await
    }
}
