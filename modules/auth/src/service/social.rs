//! Signing in with an account at a provider, by OpenID Connect.
//!
//! A sign-in takes three requests: [`AuthService::begin_social_sign_in`] sends the browser to the
//! provider, [`AuthService::finish_social_sign_in`] checks its return, and
//! [`AuthService::exchange_social_codes`] exchanges the single-use codes in the address bar for
//! tokens. A cookie ties the three to one browser, so that a sign-in cannot continue in another.

mod callback;
mod http;
mod identities;
mod probe;
mod provider;

use std::time::Duration;

use sparkyard_kernel::{db::DbError, ports::MailMessage};

pub(crate) use self::probe::ProviderProbe;
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

/// Time limit for signing in at the provider.
const AT_PROVIDER: Duration = Duration::from_mins(10);
/// Lifetime of hand-over codes.
const HAND_OVER: Duration = Duration::from_mins(1);
/// Lifetime of hand-over codes once only the second factor is missing, which takes time to look up.
/// From then on the codes are of no use without the second factor.
const SECOND_FACTOR: Duration = Duration::from_mins(5);
/// Lifetime of a registration token for a verified address.
const REGISTRATION: Duration = Duration::from_hours(1);

impl AuthService {
    /// Returns the provider of social sign-in, or an error if it is off.
    fn provider(&self) -> Result<&Provider, AuthError> {
        self.provider.as_ref().ok_or(AuthError::SocialOff)
    }

    /// Exchanges hand-over codes, once, in the browser that received them. The codes stay valid if
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
            // The identity may have been unlinked since the codes were issued.
            let owner = self.store.identity_owner(&given.identity).await?;
            owner.filter(|owner| *owner == account.id).ok_or(AuthError::HandOverInvalid)?;
        }
        let guess = Guess::exchange(&account.id);
        let link = self.social_link(provider, &given, &account);
        let signed_in =
            match self.finish_sign_in(&account, code, device.clone(), &guess, link).await {
                // A concurrent request has created the link; the rest is unchanged.
                Err(AuthError::Db(DbError::Refused(violation))) if *violation == IDENTITY_KNOWN => {
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

    /// Returns the identity to link at the first sign-in, with a mail to the owner. If the address
    /// was verified by nothing stronger than a code, somebody else may have created the account. It
    /// is then handed to its owner, and what that person could sign in with is removed.
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

    /// Returns a registration token. The provider has verified the address, like a code by mail.
    async fn welcome_newcomer(&self, given: HandOver) -> Result<Exchanged, AuthError> {
        let (token, until) = (random_secret(), self.cx.now() + REGISTRATION);
        let key = self.pepper.email_key(&given.email);
        self.store.allow_registration(hash(&token), key, until).await?;
        let HandOver { email, firstname, lastname, .. } = given;
        Ok(Exchanged::Newcomer { token, email, firstname, lastname })
    }
}

impl HandOver {
    /// Checks whether the codes still refer to `account`: one that was found by its address must
    /// still have it.
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

/// Returns the stored hash of a browser's secret.
fn browser_hash(browser: &Browser) -> String {
    hash(&browser.0)
}
