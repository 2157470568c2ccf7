//! The four-digit code that proves an address.

use std::time::Duration;

use sparkyard_kernel::{
    db::DbError,
    ports::MailMessage,
    validate::{Checks, is_email},
};

use super::{
    AuthService,
    secret::{hash, random_code, random_secret},
    throttle::{Guess, seconds_until},
};
use crate::{
    error::{AuthError, TOO_MANY_CODES},
    model::{device::Device, email::normalise},
    store::{CodeAttempt, CodeLimits, NewCode, OutgoingMail},
};

const LIMITS: CodeLimits = CodeLimits { life: Duration::from_mins(10), tries: 5 };
/// How long a proven address may wait for its registration.
const REGISTRATION_LIFE: Duration = Duration::from_hours(1);

impl AuthService {
    /// Sends a code to an address, and counts it for the invitation that `referral` is. To the
    /// caller, and to whoever invited them, it is all one whether the address has an account;
    /// its owner gets a hint to sign in instead.
    pub(crate) async fn send_code(
        &self,
        email: &str,
        referral: Option<&str>,
        device: &Device,
    ) -> Result<(), AuthError> {
        check_email(email)?;
        let invitation = self.known_invitation(referral).await?.map(|known| known.code);
        let email = normalise(email);
        let (key, mailbox) = (self.pepper.email_key(&email), self.pepper.mailbox_key(&email));
        // A code that may not be tried is not worth sending.
        self.throttle.check(&Guess::code(&self.pepper, &key, device)).await?;
        let known = self.store.account_by_email(&key).await?.is_some();
        let code = random_code();
        let message = match known {
            true => MailMessage::new(email, "auth/known"),
            false => MailMessage::new(email, "auth/code").with("code", &code),
        };
        let message = message.good_for(LIMITS.life);
        let (code_hash, now) = (self.pepper.hash(&["code", &key, &code]), self.cx.now());
        let mail = OutgoingMail { id: self.cx.ids.next(), message, at: now };
        let [here, nearby] = self.use_up_mail(device);
        let allowances = [here, nearby, self.use_up_mail_to_stranger()];
        let new = NewCode { email_key: key, mailbox: mailbox.clone(), code_hash, invitation };
        match self.store.issue_code(new, &LIMITS, allowances, mail).await {
            Err(DbError::Refused(refusal)) if refusal.code == TOO_MANY_CODES => {
                let next = self.store.next_code_at(&mailbox, now).await?;
                Err(AuthError::TooManyCodes(seconds_until(next.unwrap_or(now), now)))
            }
            issued => issued.map_err(|error| self.explain_mail_refusal(error)),
        }
    }

    /// Swaps a right code for leave to register the address within the hour.
    pub(crate) async fn verify_code(
        &self,
        email: &str,
        code: &str,
        device: &Device,
    ) -> Result<String, AuthError> {
        let key = self.pepper.email_key(email);
        let (token, now) = (random_secret(), self.cx.now());
        let code_hash = self.pepper.hash(&["code", &key, code.trim()]);
        let guess = Guess::code(&self.pepper, &key, device);
        let attempt = CodeAttempt { code_hash, at: now, budgets: guess.budgets() };
        let until = now + REGISTRATION_LIFE;
        let tried = self.store.try_code(&key, attempt, hash(&token), until).await;
        match self.throttle.answer(&guess, tried).await? {
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
