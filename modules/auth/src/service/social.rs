//! Signing in with an account elsewhere, by OpenID Connect.
//!
//! A sign-in goes through three requests: [`AuthService::begin_social_sign_in`] sends the browser
//! to the provider, [`AuthService::finish_social_sign_in`] checks what it returns with, and
//! [`AuthService::exchange_social_codes`] swaps the single-use codes that this left in the address
//! bar for tokens. A cookie holds them together: whatever was begun in one browser is worth nothing
//! in another.

mod callback;
mod http;
mod identities;
mod provider;

use std::time::Duration;

use sparkyard_kernel::{db::DbError, ports::MailMessage};

pub(super) use self::provider::Provider;
use super::{
    AuthService,
    secret::{hash, random_secret},
    throttle::Guess,
};
use crate::{
    error::{AuthError, IDENTITY_KNOWN},
    model::{
        account::Account,
        device::Device,
        social::{Browser, Exchanged, HandOver, HandOverCodes},
    },
    store::{NewIdentity, NewLink, OutgoingMail},
};

/// How long the provider may take with somebody.
const AT_PROVIDER: Duration = Duration::from_mins(10);
/// How long hand-over codes are good for.
const HAND_OVER: Duration = Duration::from_mins(1);
/// The same from when they have proved right and only a second factor is missing: it has to be
/// looked up. From then on they are of use to nobody without it.
const SECOND_FACTOR: Duration = Duration::from_mins(5);
/// How long a proven address may wait for its registration.
const REGISTRATION: Duration = Duration::from_hours(1);

impl AuthService {
    /// The provider of social sign-in; refused where that is off.
    fn provider(&self) -> Result<&Provider, AuthError> {
        self.provider.as_ref().ok_or(AuthError::SocialOff)
    }

    /// Swaps hand-over codes, once, in the browser that they were given to. They stay good while
    /// only the second factor is missing or wrong.
    pub(crate) async fn exchange_social_codes(
        &self,
        codes: &HandOverCodes<'_>,
        browser: Option<Browser>,
        code: Option<&str>,
        device: Device,
    ) -> Result<Exchanged, AuthError> {
        let provider = self.provider()?.label();
        let browser = browser.ok_or(AuthError::HandOverInvalid)?;
        let (first, second) = (hash(codes.first), hash(codes.second));
        let taken =
            self.store.take_hand_over(&first, second, browser_hash(&browser), self.cx.now());
        let given = taken.await?.ok_or(AuthError::HandOverInvalid)?;
        let Some(user) = &given.user_id else { return self.welcome_newcomer(given).await };
        let account = self.store.account(user).await?;
        let account = account.filter(|account| given.is_for(account));
        let account = account.ok_or(AuthError::HandOverInvalid)?;
        if !given.link {
            // What was linked when the codes were given may have been forgotten since.
            let owner = self.store.identity_owner(&given.identity).await?;
            owner.filter(|owner| *owner == account.id).ok_or(AuthError::HandOverInvalid)?;
        }
        let guess = Guess::exchange(&account.id);
        let link = self.social_link(provider, &given, &account);
        let signed_in =
            match self.finish_sign_in(&account, code, device.clone(), &guess, link).await {
                // Another window was quicker with the link; the rest is as it was.
                Err(AuthError::Db(DbError::Refused(refusal))) if refusal.code == IDENTITY_KNOWN => {
                    self.finish_sign_in(&account, code, device, &guess, None).await
                }
                signed_in => signed_in,
            };
        match signed_in {
            Err(error) if concerns_the_second_factor(&error) => {
                let until = given.created_at + SECOND_FACTOR;
                self.store.put_hand_over(&first, HandOver { expires_at: until, ..given }).await?;
                Err(error)
            }
            signed_in => signed_in.map(Exchanged::SignedIn),
        }
    }

    /// What is to be remembered the first time: who this is at the provider. The owner of the
    /// account is told. One whose address nothing better than a code has proved may be somebody
    /// else's work, and is handed to them without what that somebody could get in by.
    fn social_link(&self, provider: &str, given: &HandOver, account: &Account) -> Option<NewLink> {
        if !given.link {
            return None;
        }
        let claim = account.proved_by_code.then(|| self.cx.ids.next());
        let template = if claim.is_some() { "auth/claimed" } else { "auth/linked" };
        let message = MailMessage::new(account.email.clone(), template).with("provider", provider);
        let mail = OutgoingMail { id: self.cx.ids.next(), message, at: self.cx.now() };
        let identity = NewIdentity {
            id: given.identity.clone(),
            user: account.id.clone(),
            provider: provider.to_owned(),
            email: given.email.clone(),
        };
        Some(NewLink { identity, claim, mail })
    }

    /// The provider has proved the address: what a code by mail would have done.
    async fn welcome_newcomer(&self, given: HandOver) -> Result<Exchanged, AuthError> {
        let (token, until) = (random_secret(), self.cx.now() + REGISTRATION);
        let key = self.pepper.email_key(&given.email);
        self.store.allow_registration(hash(&token), key, until).await?;
        let HandOver { email, firstname, lastname, .. } = given;
        Ok(Exchanged::Newcomer { token, email, firstname, lastname })
    }
}

impl HandOver {
    /// Whether it is still about this account: one that was found by its address must have it
    /// still.
    fn is_for(&self, account: &Account) -> bool {
        !self.link || self.email == account.email
    }
}

fn concerns_the_second_factor(error: &AuthError) -> bool {
    matches!(
        error,
        AuthError::SecondFactorMissing
            | AuthError::SecondFactorWrong
            | AuthError::TooManyFailures(_)
    )
}

/// What is stored of the secret of a browser.
fn browser_hash(browser: &Browser) -> String {
    hash(&browser.0)
}
