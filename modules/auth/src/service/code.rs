//! The four-digit code that verifies an address, and the link sent with it.
//!
//! Four digits can be guessed, so wrong codes are charged to a budget that everybody shares. An
//! attacker can therefore close the digits to the owner of the address. For this reason each code
//! comes with a link, whose secret cannot be guessed and which no budget limits. Like a correct
//! code, the link contains a registration token, but one that is valid for a day. An attacker
//! cannot keep the link from the owner either:
//!
//! - Wrong guesses of others close the digits, never the sending of mails. Only a network that has
//!   made wrong guesses at this address itself gets no mail while it has to wait.
//! - Mails requested by others use up the quota of a mailbox, but each subnet that has had no mail
//!   keeps one a day. Beyond that no mail is sent, and the response says that there was one
//!   already: its link is still valid, as it outlives the quota's window.

use std::time::Duration;

use sparkyard_kernel::{
    db::DbError,
    keys::random_bytes,
    ports::MailMessage,
    validate::{Checks, is_email},
};

use super::{
    AuthService,
    secret::{hash, in_letters, random_code, random_secret},
    throttle::{Guess, seconds_until},
};
use crate::{
    error::{AuthError, CODE_SENT, TOO_MANY_CODES},
    model::{device::Device, email::normalise},
    store::{CodeAttempt, CodeLimits, NewCode, OutgoingMail},
};

const LIMITS: CodeLimits = CodeLimits { life: Duration::from_mins(10), tries: 5 };
/// Lifetime of the link in the mail; longer than any window of mails.
const LINK_LIFE: Duration = Duration::from_hours(24);
/// Lifetime of a registration token from a correct code.
const REGISTRATION_LIFE: Duration = Duration::from_hours(1);

impl AuthService {
    /// Sends a code and a link to an address, and counts it for the invitation `referral`. Returns
    /// false if enough mails were sent there already. The result does not reveal to the caller or
    /// the inviter whether the address has an account; its owner gets a hint to sign in instead.
    pub(crate) async fn send_code(
        &self,
        email: &str,
        referral: Option<&str>,
        device: &Device,
    ) -> Result<bool, AuthError> {
        check_email(email)?;
        let invitation = self.known_invitation(referral).await?.map(|known| known.code);
        let email = normalise(email);
        let (key, mailbox) = (self.pepper.email_key(&email), self.pepper.mailbox_key(&email));
        self.throttle.check(&Guess::code(&self.pepper, &key, device).own()).await?;
        let known = self.store.account_by_email(&key).await?.is_some();
        let (code, link) = (random_code(), in_letters(&random_bytes::<32>()));
        let message = match known {
            true => MailMessage::new(email, "auth/known"),
            false => MailMessage::new(email.clone(), "auth/code")
                .with("code", &code)
                .with("token", &link)
                .with("address", in_letters(email.as_bytes())),
        };
        let message = message.good_for(LIMITS.life);
        let (code_hash, now) = (self.pepper.hash(&["code", &key, &code]), self.cx.now());
        let mail = OutgoingMail { id: self.cx.ids.next(), message, at: now };
        let [here, nearby] = self.use_up_mail(device);
        let allowances = [here, nearby, self.use_up_mail_to_stranger()];
        let network = self.pepper.hash(&["asks for codes", &device.network.to_string()]);
        let nearby = self.pepper.hash(&["ask for codes", &device.subnet.to_string()]);
        let new = NewCode {
            email_key: key,
            mailbox: mailbox.clone(),
            code_hash,
            link: (hash(&link), now + LINK_LIFE),
            asker: (network.clone(), nearby),
            invitation,
        };
        match self.store.issue_code(new, &LIMITS, allowances, mail).await {
            Err(DbError::Refused(violation)) if *violation == TOO_MANY_CODES => {
                let next = self.store.next_code_at(&mailbox, &network, now).await?;
                Err(AuthError::TooManyCodes(seconds_until(next.unwrap_or(now), now)))
            }
            Err(DbError::Refused(violation)) if *violation == CODE_SENT => Ok(false),
            issued => issued.map(|()| true).map_err(|error| self.explain_mail_refusal(error)),
        }
    }

    /// Exchanges a correct code for a registration token that is valid for an hour.
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
        match self.throttle.answer(&guess, tried).await {
            Ok(true) => Ok(token),
            Ok(false) => Err(AuthError::WrongCode),
            Err(AuthError::TooManyFailures(wait)) => Err(AuthError::TooManyWrongCodes(wait)),
            Err(error) => Err(error),
        }
    }
}

/// Returns a 422 unless `email` is a well-formed address.
pub(crate) fn check_email(email: &str) -> Result<(), AuthError> {
    let fine = is_email(email.trim());
    Ok(Checks::new().check("email", fine, "Please enter a valid email address").finish()?)
}
