//! Signing in with an account elsewhere, by OpenID Connect.
//!
//! A sign-in goes through three requests: [`Social::begin`] sends the browser to the provider,
//! [`Social::come_back`] checks what it returns with, and [`Social::exchange`] swaps the
//! single-use codes that this left in the address bar for tokens. A cookie holds them together:
//! whatever was begun in one browser is worth nothing in another.

mod config;
mod http;
mod identities;
mod journey;
mod provider;

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{Cx, UserId, db::DbError, ports::MailMessage};

pub(crate) use config::SocialConfig;
pub(crate) use identities::Identities;
pub(crate) use journey::{Browser, Return};
pub(crate) use provider::Provider;

use crate::{
    error::{AuthError, IDENTITY_KNOWN},
    secret::{Pepper, hash, random_secret},
    session::{Device, SignedInDevice},
    sign_in::SignIn,
    store::{AccountRow, HandOver, NewIdentity, NewLink, News, Store},
    throttle::Guess,
};

/// How long the provider may take with somebody.
const JOURNEY: Duration = Duration::from_mins(10);
/// How long hand-over codes are good for.
const HAND_OVER: Duration = Duration::from_mins(1);
/// The same from when they have proved right and only a second factor is missing: it has to be
/// looked up. From then on they are of use to nobody without it.
const SECOND_FACTOR: Duration = Duration::from_mins(5);
/// How long a proven address may wait for its registration.
const REGISTRATION: Duration = Duration::from_hours(1);

/// Signs people in by what a provider says of them.
pub(crate) struct Social {
    pub(crate) cx: Cx,
    pub(crate) store: Store,
    pub(crate) pepper: Pepper,
    pub(crate) provider: Arc<Provider>,
    pub(crate) sign_in: SignIn,
}

/// What the browser swaps for tokens.
pub(crate) struct HandOverCodes<'a> {
    pub(crate) first: &'a str,
    pub(crate) second: &'a str,
}

/// What it gets for them.
pub(crate) enum Exchanged {
    /// The person has an account: they are signed in.
    SignedIn(SignedInDevice),
    /// They have none: leave to make one, and what the provider says of them.
    Newcomer { token: String, email: String, firstname: String, lastname: String },
}

impl Exchanged {
    /// By which the device of somebody who was signed in is known from now on.
    pub(crate) fn cookie(&self) -> Option<&str> {
        match self {
            Self::SignedIn(device) => Some(&device.cookie),
            Self::Newcomer { .. } => None,
        }
    }
}

impl Social {
    /// Swaps hand-over codes, once, in the browser that they were given to. They stay good while
    /// only the second factor is missing or wrong.
    pub(crate) async fn exchange(
        &self,
        codes: &HandOverCodes<'_>,
        browser: &Browser,
        code: Option<&str>,
        device: Device,
    ) -> Result<Exchanged, AuthError> {
        let (first, second) = (hash(codes.first), hash(codes.second));
        let taken = self.store.take_hand_over(&first, second, browser.hash(), self.cx.now());
        let given = taken.await?.ok_or(AuthError::HandOverInvalid)?;
        let Some(user) = &given.user_id else { return self.newcomer(given).await };
        let account = self.store.account(&UserId(user.clone())).await?;
        let account = account.filter(|account| given.is_for(account));
        let account = account.ok_or(AuthError::HandOverInvalid)?;
        if !given.link {
            // What was linked when the codes were given may have been forgotten since.
            let owner = self.store.identity_owner(&given.identity).await?;
            owner.filter(|owner| *owner == account.id).ok_or(AuthError::HandOverInvalid)?;
        }
        let guess = Guess::exchange(&account.user());
        let link = self.link(&given, &account);
        let signed_in =
            match self.sign_in.finish(&account, code, device.clone(), &guess, link).await {
                // Another window was quicker with the link; the rest is as it was.
                Err(AuthError::Db(DbError::Refused(refusal))) if refusal.code == IDENTITY_KNOWN => {
                    self.sign_in.finish(&account, code, device, &guess, None).await
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
    fn link(&self, given: &HandOver, account: &AccountRow) -> Option<NewLink> {
        if !given.link {
            return None;
        }
        let claim = account.proved_by_code.then(|| self.cx.ids.next());
        let template = if claim.is_some() { "auth/claimed" } else { "auth/linked" };
        let mail = MailMessage::new(account.email.clone(), template)
            .with("provider", self.provider.label());
        let news = News { id: self.cx.ids.next(), mail, at: self.cx.now() };
        let identity = NewIdentity {
            id: given.identity.clone(),
            user: account.user(),
            provider: self.provider.label().to_owned(),
            email: given.email.clone(),
        };
        Some(NewLink { identity, claim, news })
    }

    /// The provider has proved the address: what a code by mail would have done.
    async fn newcomer(&self, given: HandOver) -> Result<Exchanged, AuthError> {
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
    fn is_for(&self, account: &AccountRow) -> bool {
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
