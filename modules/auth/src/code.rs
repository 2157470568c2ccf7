//! The four-digit code that proves an address.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{
    Cx,
    ports::{MailMessage, People},
    validate::{Checks, is_email},
};

use crate::{
    error::AuthError,
    invitation,
    secret::{Pepper, hash, normalise, random_code, random_secret},
    store::{CodeLimits, News, Store, Window},
};

const LIMITS: CodeLimits = CodeLimits {
    life: Duration::from_mins(10),
    window: Window { length: Duration::from_hours(1), limit: 5 },
    tries: 5,
};
/// How long a proven address may wait for its registration.
const REGISTRATION_LIFE: Duration = Duration::from_hours(1);

/// Sends and checks codes.
pub(crate) struct Codes {
    cx: Cx,
    store: Store,
    pepper: Pepper,
    people: Arc<dyn People>,
}

impl Codes {
    pub(crate) fn new(cx: Cx, store: Store, pepper: Pepper, people: Arc<dyn People>) -> Self {
        Self { cx, store, pepper, people }
    }

    /// Sends a code to an address, and counts it for the invitation that `referral` is. To the
    /// caller, and to whoever invited them, it is all one whether the address has an account;
    /// its owner gets a hint to sign in instead.
    pub(crate) async fn send(&self, email: &str, referral: Option<&str>) -> Result<(), AuthError> {
        check_email(email)?;
        let invitation = invitation::known(&*self.people, referral).await?.map(|known| known.code);
        let email = normalise(email);
        let key = self.pepper.email_key(&email);
        let known = self.store.account_by_email(&key).await?.is_some();
        let code = random_code();
        let mail = match known {
            true => MailMessage::new(email, "auth/known"),
            false => MailMessage::new(email, "auth/code").with("code", &code),
        };
        let stored = self.pepper.hash(&["code", &key, &code]);
        let news = News { id: self.cx.ids.next(), mail, at: self.cx.now() };
        Ok(self.store.issue_code(&key, stored, &LIMITS, invitation, news).await?)
    }

    /// Swaps a right code for leave to register the address within the hour.
    pub(crate) async fn verify(&self, email: &str, code: &str) -> Result<String, AuthError> {
        let key = self.pepper.email_key(email);
        let (token, now) = (random_secret(), self.cx.now());
        let given = self.pepper.hash(&["code", &key, code.trim()]);
        let until = now + REGISTRATION_LIFE;
        match self.store.try_code(&key, given, hash(&token), until, now).await? {
            true => Ok(token),
            false => Err(AuthError::WrongCode),
        }
    }
}

/// A 422 for what cannot be an address.
pub(crate) fn check_email(email: &str) -> Result<(), AuthError> {
    let fine = is_email(email.trim());
    Ok(Checks::new().check("email", fine, "Please enter a valid email address").finish()?)
}
