//! Codes that verify an email address.

use std::time::Duration;

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment},
};

use super::{
    AuthStore, Budget, OutgoingMail,
    accounts::with_mail,
    invitations::invited,
    limits::{count_mail, count_mail_of_many},
    passwords::note_sign_in_change,
};
use crate::error::VIOLATIONS;

/// Limits of a code.
pub(crate) struct CodeLimits {
    pub(crate) life: Duration,
    /// Number of allowed attempts.
    pub(crate) tries: i64,
}

/// A new code for an address.
pub(crate) struct NewCode {
    pub(crate) email_key: String,
    /// Key of the mailbox that receives the mail.
    pub(crate) mailbox: String,
    pub(crate) code_hash: String,
    /// Hash and expiry of the link's token.
    pub(crate) link: (String, Timestamp),
    /// Keys of the requesting network and its subnet.
    pub(crate) asker: (String, String),
    /// Invitation that the requester gave.
    pub(crate) invitation: Option<String>,
}

/// A new address that waits for verification.
pub(crate) struct NewEmail {
    pub(crate) user: UserId,
    pub(crate) email: String,
    pub(crate) email_key: String,
    /// Key of the mailbox that receives the mail.
    pub(crate) mailbox: String,
    pub(crate) code_hash: String,
}

/// One attempt at a code.
pub(crate) struct CodeAttempt {
    pub(crate) code_hash: String,
    pub(crate) at: Timestamp,
    /// Budgets charged if it is wrong: the guesser's own, and the shared one.
    pub(crate) budgets: (Budget, Budget),
}

/// Returns the key that counts sign-up codes sent to a mailbox, however the address is written.
fn code_mails(mailbox: &str) -> String {
    format!("code:{mailbox}")
}

/// Returns the key that counts sign-up codes sent to a mailbox for one network.
fn code_mails_by(mailbox: &str, network: &str) -> String {
    format!("code:{mailbox}:by:{network}")
}

/// Returns the key that counts a member's codes for new addresses.
fn new_email_mails(user: &UserId) -> String {
    format!("new-email:{user}")
}

/// Returns the key that counts codes sent to a mailbox as somebody's new address.
fn new_email_mails_to(mailbox: &str) -> String {
    format!("new-email-to:{mailbox}")
}

impl AuthStore {
    /// Stores a new code and the registration token of its link, and sends both, within the quotas
    /// of the network, the mailbox and `allowances`. Records that the address was invited.
    pub(crate) async fn issue_code(
        &self,
        new: NewCode,
        limits: &CodeLimits,
        allowances: [Fragment; 3],
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let NewCode { email_key, mailbox, code_hash, link, asker, invitation } = new;
        let (network, subnet) = asker;
        let code = Fragment::new("fn::auth::issue_code", VIOLATIONS)
            .arg(email_key.clone())
            .arg(code_hash)
            .arg(mail.at)
            .arg(limits.life)
            .arg(limits.tries);
        let invited = invitation.map(|code| invited(code, email_key.clone(), false, mail.at));
        let by = count_mail(&code_mails_by(&mailbox, &network), mail.at);
        let of_many = count_mail_of_many(&code_mails(&mailbox), &subnet, mail.at);
        let write = self.db.write("auth.issue_code").calls(allowances);
        let write = write.calls(by).call(of_many).call(code).calls(invited);
        let write = write.bind("proof", link.0).bind("key", email_key).bind("until", link.1).step(
            "CREATE type::record('registration', $proof) \
                 SET email_key = $key, expires_at = $until, by_code = false",
        );
        with_mail(write, Some(mail)).run().await
    }

    /// Returns the time of the next code from a network to a mailbox, if none is allowed now.
    pub(crate) async fn next_code_at(
        &self,
        mailbox: &str,
        network: &str,
        at: Timestamp,
    ) -> Result<Option<Timestamp>, DbError> {
        self.next_mail_at(&code_mails_by(mailbox, network), at).await
    }

    /// Returns the time of the next code to a new address, if none is allowed now.
    pub(crate) async fn next_new_email_at(
        &self,
        user: &UserId,
        mailbox: &str,
        at: Timestamp,
    ) -> Result<Option<Timestamp>, DbError> {
        let by = self.next_mail_at(&new_email_mails(user), at).await?;
        Ok(by.max(self.next_mail_at(&new_email_mails_to(mailbox), at).await?))
    }

    /// Checks an attempt at a code; if it is correct, stores the registration token. Throws
    /// `auth.too_many_failures` while the guess has to wait.
    pub(crate) async fn try_code(
        &self,
        email_key: &str,
        attempt: CodeAttempt,
        token_hash: String,
        token_expires_at: Timestamp,
    ) -> Result<bool, DbError> {
        let attempt = attempt.call("fn::auth::try_code", email_key);
        self.db
            .write("auth.try_code")
            .call_as("right", attempt)
            .bind("proof", token_hash)
            .bind("key", email_key.to_owned())
            .bind("until", token_expires_at)
            .step(
                "IF $right { CREATE type::record('registration', $proof) \
                 SET email_key = $key, expires_at = $until, by_code = true }",
            )
            .returning("$right")
            .run()
            .await
    }

    /// Stores a member's new address and sends a code to it, also within `allowance`.
    pub(crate) async fn ask_for_email(
        &self,
        wanted: NewEmail,
        limits: &CodeLimits,
        allowance: Fragment,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let by = count_mail(&new_email_mails(&wanted.user), mail.at);
        let to = count_mail(&new_email_mails_to(&wanted.mailbox), mail.at);
        let write = self.db.write("auth.ask_for_email").call(allowance).calls(by).calls(to);
        let write = write
            .bind("id", wanted.user)
            .bind("email", wanted.email)
            .bind("email_key", wanted.email_key)
            .bind("code_hash", wanted.code_hash)
            .bind("until", mail.at + limits.life)
            .bind("tries", limits.tries)
            .step(
                "UPSERT type::record('email_change', $id) SET email = $email, \
                 email_key = $email_key, code_hash = $code_hash, expires_at = $until, \
                 tries_left = $tries",
            );
        with_mail(write, Some(mail)).run().await
    }

    /// Returns the key of a member's new address, while its code is valid.
    pub(crate) async fn wanted_email(
        &self,
        user: &UserId,
        at: Timestamp,
    ) -> Result<Option<String>, DbError> {
        self.db
            .query(
                "SELECT VALUE email_key FROM type::record('email_change', $id) \
                 WHERE expires_at > $at AND tries_left > 0",
            )
            .bind("id", user.clone())
            .bind("at", at)
            .fetch_optional()
            .await
    }

    /// Checks an attempt at the code of a new address; returns the address if it is correct. Throws
    /// `auth.too_many_failures` while the guess has to wait.
    pub(crate) async fn try_email_change(
        &self,
        user: &UserId,
        attempt: CodeAttempt,
    ) -> Result<Option<String>, DbError> {
        self.db
            .write("auth.try_email_change")
            .call_as("email", attempt.call("fn::auth::try_email_change", user.as_str()))
            .returning("$email")
            .run()
            .await
    }

    /// Changes an account's address and notifies the old one.
    pub(crate) async fn change_email(
        &self,
        user: &UserId,
        code_hash: String,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let change = Fragment::new("fn::auth::change_email", VIOLATIONS)
            .arg(user.clone())
            .arg(code_hash)
            .arg(mail.at);
        let write = self.db.write("auth.change_email").call(change);
        let write = write.call(note_sign_in_change(user, mail.at));
        with_mail(write, Some(mail)).run().await
    }
}

impl CodeAttempt {
    fn call(self, function: &'static str, id: &str) -> Fragment {
        let (own, shared) = self.budgets;
        Fragment::new(function, VIOLATIONS)
            .arg(id.to_owned())
            .arg(self.code_hash)
            .arg(self.at)
            .arg(own)
            .arg(shared)
    }
}
