//! New passwords, and reset links.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment},
    events::auth::{ACCESS_REVOKED, AccessRevoked, RESET_ASKED, ResetAsked},
};

use super::{
    AuthStore, OutgoingMail,
    accounts::with_mail,
    devices::forget_devices,
    limits::{count_mail, count_mails_of_all},
    sessions::end_sessions,
};
use crate::error::VIOLATIONS;

/// A password to be set with a reset link.
pub(crate) struct NewPassword {
    pub(crate) token_hash: String,
    pub(crate) password_hash: String,
    /// Writes that forget wrong guesses.
    pub(crate) forgiven: Vec<Fragment>,
    /// Write that remembers the device with the link, as the only one.
    pub(crate) remembered: Fragment,
}

/// A password set by a signed-in member.
pub(crate) struct PasswordChange<'a> {
    /// Expected version of the account.
    pub(crate) stamp: i64,
    pub(crate) password_hash: String,
    /// Session to keep.
    pub(crate) except: &'a str,
    /// Id of the event that revokes all other access.
    pub(crate) revoked: String,
    /// Write that uses up one of today's changes.
    pub(crate) allowance: Fragment,
}

impl AuthStore {
    /// Records a request of `asker` for a reset link. Does the same work for every address. Throws
    /// `auth.too_many_codes` beyond a quota of the asker or the address, and errors of
    /// `allowances`.
    pub(crate) async fn ask_for_reset(
        &self,
        (id, at): (String, Timestamp),
        (email_key, asker): (&str, &str),
        email: String,
        allowances: [Fragment; 2],
    ) -> Result<(), DbError> {
        self.db
            .write("auth.ask_for_reset")
            .calls(allowances)
            .calls(count_mail(&format!("reset:{email_key}:{asker}"), at))
            .call(count_mails_of_all(&format!("reset:{email_key}"), at))
            .publish(RESET_ASKED, id, at, ResetAsked { email })
            .run()
            .await
    }

    /// Replaces the reset link of an account and sends the new one. Throws `auth.reset_sent` if
    /// `event` has already led to the current link.
    pub(crate) async fn put_reset(
        &self,
        user: &UserId,
        token_hash: String,
        event: &str,
        expires_at: Timestamp,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let link = put_reset(user, token_hash, event, expires_at);
        with_mail(self.db.write("auth.put_reset").call(link), Some(mail)).run().await
    }

    /// Returns the owner of a reset link, while it is valid.
    pub(crate) async fn reset_owner(
        &self,
        token_hash: &str,
        at: Timestamp,
    ) -> Result<Option<UserId>, DbError> {
        let owner = self
            .db
            .query(
                "SELECT VALUE record::id(id) FROM password_reset \
                 WHERE token_hash = $hash AND expires_at > $at LIMIT 1",
            )
            .bind("hash", token_hash.to_owned())
            .bind("at", at);
        Ok(owner.fetch_optional::<String>().await?.map(UserId))
    }

    /// Sets a new password with a reset link; ends all sessions, revokes all other access in the
    /// event `revoked`, and forgets wrong guesses and all devices but one. The link proves access
    /// to the mailbox: if the address had only been verified by a code, linked accounts are
    /// removed, too.
    pub(crate) async fn reset_password(
        &self,
        user: &UserId,
        new: NewPassword,
        revoked: String,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let link = use_reset(user, new.token_hash, mail.at);
        let write = self.db.write("auth.reset_password").call(link).calls(new.forgiven);
        let write = write.call(set_password(user, new.password_hash, None));
        let write = write.call(note_sign_in_change(user, mail.at));
        let write = write.call(end_sessions(user, None, mail.at));
        let write = write.call(forget_devices(user)).call(new.remembered);
        let revocation = AccessRevoked { user_id: user.clone() };
        let write = write.publish(ACCESS_REVOKED, revoked, mail.at, revocation);
        let proved = Fragment::new("fn::auth::prove_owner", &[]).arg(user.clone());
        with_mail(write.call(proved), Some(mail)).run().await
    }

    /// Changes the password of a signed-in member; ends their other sessions and revokes all other
    /// access. Throws errors of the allowance.
    pub(crate) async fn change_password(
        &self,
        user: &UserId,
        change: PasswordChange<'_>,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let PasswordChange { stamp, password_hash, except, revoked, allowance } = change;
        let write = self.db.write("auth.change_password").call(allowance);
        let write = write.call(set_password(user, password_hash, Some(stamp)));
        let write = write.call(note_sign_in_change(user, mail.at));
        let write = write.call(end_sessions(user, Some(except), mail.at));
        let revocation = AccessRevoked { user_id: user.clone() };
        let write = write.publish(ACCESS_REVOKED, revoked, mail.at, revocation);
        with_mail(write, Some(mail)).run().await
    }
}

/// Returns a fragment that records a change of address or password.
pub(super) fn note_sign_in_change(user: &UserId, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::note_sign_in_change", &[]).arg(user.clone()).arg(at)
}

/// Returns a fragment that replaces the link of an account.
pub(super) fn put_reset(
    user: &UserId,
    token_hash: String,
    event: &str,
    expires_at: Timestamp,
) -> Fragment {
    Fragment::new("fn::auth::put_reset", VIOLATIONS)
        .arg(user.clone())
        .arg(token_hash)
        .arg(event.to_owned())
        .arg(expires_at)
}

/// Returns a fragment that uses up the link of an account.
pub(super) fn use_reset(user: &UserId, token_hash: String, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::use_reset", VIOLATIONS).arg(user.clone()).arg(token_hash).arg(at)
}

pub(super) fn set_password(user: &UserId, password_hash: String, stamp: Option<i64>) -> Fragment {
    Fragment::new("fn::auth::set_password", VIOLATIONS)
        .arg(user.clone())
        .arg(password_hash)
        .arg(stamp)
}
