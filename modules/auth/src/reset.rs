//! Forgotten passwords: a link by mail, good once and for ten minutes.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Cx, Event, EventHandler,
    db::DbError,
    events::{auth::RESET_ASKED, core::MAIL},
    ports::MailMessage,
    validate::Checks,
};

use crate::{
    code::check_email,
    error::{AuthError, RESET_SENT, TOO_MANY_CODES},
    known::KnownDevices,
    mails,
    password::Passwords,
    password_rules::objection,
    secret::{Pepper, hash, normalise, random_secret},
    session::Device,
    store::{NewPassword, News, Store},
    throttle::{Guess, Throttle},
};

const LIFE: Duration = Duration::from_mins(10);

/// Sends links and takes new passwords for them.
#[derive(Clone)]
pub(crate) struct Resets {
    pub(crate) cx: Cx,
    pub(crate) store: Store,
    pub(crate) known: KnownDevices,
    pub(crate) pepper: Pepper,
    pub(crate) passwords: Passwords,
}

impl Resets {
    /// Notes that a link is wanted; beyond five an hour and fifteen a day, does nothing. Refuses a
    /// network that has had its share of mails, whoever they were for.
    pub(crate) async fn ask(&self, email: &str, device: &Device) -> Result<(), AuthError> {
        check_email(email)?;
        let email = normalise(email);
        let key = self.pepper.email_key(&email);
        let id = (self.cx.ids.next(), self.cx.now());
        let allowance = mails::use_up_one(&self.cx, &self.pepper, device.network);
        match self.store.ask_for_reset(id, &key, email, allowance).await {
            Err(DbError::Refused(refusal)) if refusal.code == TOO_MANY_CODES => Ok(()),
            asked => asked.map_err(|error| mails::explain(error, &self.cx)),
        }
    }

    /// Sends the link, if there is an account.
    async fn send(&self, email: &str, event: &str) -> Result<(), AuthError> {
        let account = self.store.account_by_email(&self.pepper.email_key(email)).await?;
        let Some(account) = account else { return Ok(()) };
        let (secret, now) = (random_secret(), self.cx.now());
        let mail = MailMessage::new(account.email.clone(), "auth/reset").with("token", &secret);
        let news = News { id: format!("{}:{event}", MAIL.name()), mail, at: now };
        let (user, until) = (account.user(), now + LIFE);
        match self.store.put_reset(&user, hash(&secret), event, until, news).await {
            // This event came before, and its mail has left or is on its way.
            Err(DbError::Refused(refusal)) if refusal.code == RESET_SENT => Ok(()),
            put => Ok(put?),
        }
    }

    /// Sets a new password by a link; ends all sessions and tells the owner. The device that had
    /// the link is known from now on, and strangers cannot guess it shut; its cookie.
    pub(crate) async fn reset(
        &self,
        token: &str,
        password: String,
        device: &Device,
    ) -> Result<String, AuthError> {
        let (token_hash, now) = (hash(token.trim()), self.cx.now());
        // What can be said of any password is said without looking the link up.
        check_new(&password, "")?;
        let owner = self.store.reset_owner(&token_hash, now).await?;
        let owner = owner.ok_or(AuthError::ResetInvalid)?;
        let account = self.store.account(&owner).await?.ok_or(AuthError::ResetInvalid)?;
        check_new(&password, &account.email)?;
        let password_hash = self.passwords.hash(password, &device.share()).await?;
        let mail = MailMessage::new(account.email.clone(), "auth/password_changed");
        let news = News { id: self.cx.ids.next(), mail, at: now };
        let guess = Guess::sign_in(&self.pepper, &account.email_key, device);
        let mark = self.known.new_mark(&owner);
        let new = NewPassword {
            token_hash,
            password_hash,
            forgiven: Throttle::forgotten(&guess),
            remembered: mark.remember(&owner, now),
        };
        self.store.reset_password(&owner, new, news).await?;
        Ok(self.known.cookie(&owner, &mark))
    }
}

/// A 422 for `newPassword` if it breaks a rule.
pub(crate) fn check_new(password: &str, email: &str) -> Result<(), ApiError> {
    let objection = objection(password, email);
    let fine = objection.is_none();
    Checks::new().check("newPassword", fine, objection.unwrap_or_default()).finish()
}

/// Sends the links that were asked for.
pub(crate) struct ResetMailer(pub(crate) Arc<Resets>);

#[async_trait]
impl EventHandler for ResetMailer {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let asked = event.read(RESET_ASKED)?;
        Ok(self.0.send(&asked.email, &event.id).await?)
    }
}
