//! New passwords, and the links that lead to them.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment},
    events::auth::{RESET_ASKED, ResetAsked},
};

use super::{
    AuthStore, OutgoingMail,
    accounts::with_mail,
    devices::forget_devices,
    limits::{count_mail, count_mails_of_all},
    sessions::end_sessions,
};
use crate::error::REFUSALS;

/// A password that is to be set by a link.
pub(crate) struct NewPassword {
    pub(crate) token_hash: String,
    pub(crate) password_hash: String,
    /// Forgets wrong guesses.
    pub(crate) forgiven: Vec<Fragment>,
    /// Remembers the device that had the link, the only one from now on.
    pub(crate) remembered: Fragment,
}

/// A password that a signed-in member sets.
pub(crate) struct PasswordChange<'a> {
    /// What the account is still at.
    pub(crate) stamp: i64,
    pub(crate) password_hash: String,
    /// The one session that goes on.
    pub(crate) except: &'a str,
    /// Uses up one of the changes of today.
    pub(crate) allowance: Fragment,
}

impl AuthStore {
    /// Notes that `asker` wants a link for `email`. The same work for every address; throws
    /// `auth.too_many_codes` past a limit of theirs or of the address, and what `allowances` throw.
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

    /// Replaces the link of an account by a new one, and sends it. Throws `auth.reset_sent` when
    /// `event` has led to the present link already.
    pub(crate) async fn put_reset(
        &self,
        user: &UserId,
        token_hash: String,
        event: &str,
        expires_at: Timestamp,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let link = Fragment::new("fn::auth::put_reset", REFUSALS)
            .arg(user.clone())
            .arg(token_hash)
            .arg(event.to_owned())
            .arg(expires_at);
        with_mail(self.db.write("auth.put_reset").call(link), Some(mail)).run().await
    }

    /// Whose link this is, while it is good.
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

    /// Uses up a link for a new password; ends all sessions, and forgets wrong guesses and all
    /// devices but one. Only who reads the mails to the address has the link: where nothing better
    /// than a code had proved it theirs, linked accounts are forgotten, too.
    pub(crate) async fn reset_password(
        &self,
        user: &UserId,
        new: NewPassword,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let link = Fragment::new("fn::auth::use_reset", REFUSALS)
            .arg(user.clone())
            .arg(new.token_hash)
            .arg(mail.at);
        let write = self.db.write("auth.reset_password").call(link).calls(new.forgiven);
        let write = write.call(set_password(user, new.password_hash, None));
        let write = write.call(end_sessions(user, None, mail.at));
        let write = write.call(forget_devices(user)).call(new.remembered);
        let proved = Fragment::new("fn::auth::prove_owner", &[]).arg(user.clone());
        with_mail(write.call(proved), Some(mail)).run().await
    }

    /// Changes the password of a signed-in member. Throws what the allowance throws.
    pub(crate) async fn change_password(
        &self,
        user: &UserId,
        change: PasswordChange<'_>,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let PasswordChange { stamp, password_hash, except, allowance } = change;
        let write = self.db.write("auth.change_password").call(allowance);
        let write = write.call(set_password(user, password_hash, Some(stamp)));
        let write = write.call(end_sessions(user, Some(except), mail.at));
        with_mail(write, Some(mail)).run().await
    }
}

fn set_password(user: &UserId, password_hash: String, stamp: Option<i64>) -> Fragment {
    Fragment::new("fn::auth::set_password", REFUSALS)
        .arg(user.clone())
        .arg(password_hash)
        .arg(stamp)
}
