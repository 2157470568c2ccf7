//! Forgotten passwords: a link by mail that works once and for ten minutes.

use std::time::Duration;

use sparkyard_kernel::{
    ApiError, db::DbError, events::core::MAIL, ports::MailMessage, validate::Checks,
};

use super::{
    AuthService,
    code::check_email,
    hashing_queue::Requester,
    imported::{INVITATION, welcome},
    secret::{hash, random_secret},
    throttle::{Guess, Throttle},
};
use crate::{
    error::{AuthError, RESET_SENT, TOO_MANY_CODES},
    model::{
        account::Account, cookie::Cookie, device::Device, email::normalise,
        password_rules::objection,
    },
    store::{NewPassword, OutgoingMail},
};

const LIFE: Duration = Duration::from_mins(10);

impl AuthService {
    /// Records a request for a reset link. Does nothing beyond five an hour and fifteen a day per
    /// network, so that a stranger's requests take none from the owner, who is elsewhere. Refuses a
    /// network that has used up its quota of mails, for any address.
    pub(crate) async fn ask_for_reset(
        &self,
        email: &str,
        device: &Device,
    ) -> Result<(), AuthError> {
        check_email(email)?;
        let email = normalise(email);
        let key = self.pepper.email_key(&email);
        let id = (self.cx.ids.next(), self.cx.now());
        let allowances = self.use_up_mail(device);
        let asker = self.pepper.hash(&["asks for resets", &device.network.to_string()]);
        match self.store.ask_for_reset(id, (&key, &asker), email, allowances).await {
            Err(DbError::Refused(violation)) if *violation == TOO_MANY_CODES => Ok(()),
            noted => noted.map_err(|error| self.explain_mail_refusal(error)),
        }
    }

    /// Sends the link, if there is an account.
    pub(crate) async fn send_reset(&self, email: &str, event: &str) -> Result<(), AuthError> {
        let account = self.store.account_by_email(&self.pepper.email_key(email)).await?;
        let Some(account) = account else { return Ok(()) };
        let (secret, now) = (random_secret(), self.cx.now());
        // Somebody who was imported is asked for consent as well, so gets the invitation anew.
        let (message, life) = match account.is_invited() {
            true => (welcome(&account, &secret), INVITATION),
            false => (reset(&account, &secret), LIFE),
        };
        let mail = OutgoingMail { id: format!("{}:{event}", MAIL.name()), message, at: now };
        let (user, until) = (account.id, now + life);
        match self.store.put_reset(&user, hash(&secret), event, until, mail).await {
            // The event was delivered before, and its mail has been sent or queued.
            Err(DbError::Refused(violation)) if *violation == RESET_SENT => Ok(()),
            put => Ok(put?),
        }
    }

    /// Sets a new password with a reset link; ends all sessions and other access, and notifies the
    /// owner. Returns a cookie by which the device is recognised, so that strangers' guesses cannot
    /// lock it out.
    pub(crate) async fn reset_password(
        &self,
        token: &str,
        password: String,
        device: &Device,
    ) -> Result<Cookie, AuthError> {
        let (token_hash, now) = (hash(token.trim()), self.cx.now());
        // Rules that do not depend on the account are checked before the link is looked up.
        check_new_password(&password, "")?;
        let owner = self.store.reset_owner(&token_hash, now).await?;
        let owner = owner.ok_or(AuthError::ResetInvalid)?;
        let account = self.store.account(&owner).await?;
        let account = account.filter(|account| !account.is_invited());
        let account = account.ok_or(AuthError::ResetInvalid)?;
        check_new_password(&password, &account.email)?;
        let password_hash = self.passwords.hash(password, &Requester::of(device)).await?;
        let message = MailMessage::new(account.email.clone(), "auth/password_changed");
        let mail = OutgoingMail { id: self.cx.ids.next(), message, at: now };
        let guess = Guess::sign_in(&self.pepper, &account.email_key, device);
        let mark = self.known_devices.new_mark(&owner);
        let new = NewPassword {
            token_hash,
            password_hash,
            forgiven: Throttle::forgotten(&guess),
            remembered: mark.remember(&owner, now),
        };
        self.store.reset_password(&owner, new, self.cx.ids.next(), mail).await?;
        Ok(self.known_devices.cookie(&owner, &mark))
    }
}

fn reset(account: &Account, secret: &str) -> MailMessage {
    let message = MailMessage::new(account.email.clone(), "auth/reset").with("token", secret);
    message.good_for(LIFE)
}

/// Returns a 422 for `newPassword` if it violates a rule.
pub(super) fn check_new_password(password: &str, email: &str) -> Result<(), ApiError> {
    let objection = objection(password, email);
    let fine = objection.is_none();
    Checks::new().check("newPassword", fine, objection.unwrap_or_default()).finish()
}
