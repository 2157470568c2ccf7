//! Rules of accounts and sign-ins, one file per topic.

mod access_token;
mod accounts_for_staff;
mod admin_link;
mod agreements;
mod authentication;
mod code;
mod delegates;
mod hashing_queue;
mod imported;
mod invitation;
mod known_device;
mod leaving;
mod mail_allowance;
mod passwords;
mod reauthentication;
mod refresh_token;
mod registration;
mod reset;
mod second_factor;
mod secret;
mod session;
mod shared_sign_ins;
mod sign_in;
mod sign_in_change;
mod social;
mod throttle;

use std::sync::atomic::AtomicI64;

use sparkyard_kernel::{
    Cx,
    ports::{
        AgreementTexts, Appeals, Delegations, Departures, MailMessage, People, PortHandle,
        SignUpPolicy,
    },
};

pub(crate) use self::social::ProviderProbe;
use self::{
    access_token::AccessTokens, agreements::Agreements, known_device::KnownDevices,
    passwords::Passwords, refresh_token::RefreshTokens, second_factor::SecondFactors,
    secret::Pepper, social::Provider, throttle::Throttle,
};
use crate::{
    config::AuthConfig,
    model::account::Account,
    store::{AuthStore, OutgoingMail},
};

/// Ports of other modules, which are filled once all are offered.
#[derive(Clone, Default)]
pub(crate) struct AuthPorts {
    pub(crate) people: PortHandle<dyn People>,
    pub(crate) departures: PortHandle<dyn Departures>,
    /// Empty without the module of appeals.
    pub(crate) appeals: PortHandle<dyn Appeals>,
    pub(crate) texts: PortHandle<dyn AgreementTexts>,
    /// Empty without the module of delegates.
    pub(crate) delegations: PortHandle<dyn Delegations>,
}

/// Shared state of the rules.
pub(crate) struct AuthService {
    cx: Cx,
    store: AuthStore,
    admins_need_second_factor: bool,
    pepper: Pepper,
    passwords: Passwords,
    throttle: Throttle,
    factors: SecondFactors,
    known_devices: KnownDevices,
    access_tokens: AccessTokens,
    refresh_tokens: RefreshTokens,
    /// Provider of social sign-in, unless it is off.
    provider: Option<Provider>,
    people: PortHandle<dyn People>,
    departures: PortHandle<dyn Departures>,
    /// Empty without the module of appeals.
    appeals: PortHandle<dyn Appeals>,
    /// Empty without the module of delegates.
    delegations: PortHandle<dyn Delegations>,
    agreements: Agreements,
    /// Last day on which the log warned that no more codes are sent.
    warned_on: AtomicI64,
}

impl AuthService {
    /// Creates the service from `config`; the ports are filled once all are offered.
    pub(crate) fn new(cx: &Cx, config: &AuthConfig, ports: AuthPorts) -> anyhow::Result<Self> {
        cx.site.registration.configure(config.registration);
        let store = AuthStore::new(cx.db.clone());
        let pepper = Pepper::new(cx.keys.derive("auth.codes"));
        let social = config.social.settings(&cx.site.public_url)?;
        Ok(Self {
            admins_need_second_factor: config.admins_need_second_factor,
            passwords: Passwords::new(cx.keys.derive("auth.passwords"), config)?,
            throttle: Throttle::new(cx, &store),
            factors: SecondFactors::new(cx, &store, &pepper)?,
            known_devices: KnownDevices {
                cx: cx.clone(),
                store: store.clone(),
                pepper: pepper.clone(),
            },
            access_tokens: AccessTokens::new(&cx.keys.derive("auth.access_tokens")),
            refresh_tokens: RefreshTokens::new(cx.keys.derive("auth.refresh_tokens")),
            provider: social.map(|settings| Provider::new(cx, settings)).transpose()?,
            people: ports.people,
            departures: ports.departures,
            appeals: ports.appeals,
            delegations: ports.delegations,
            agreements: Agreements::new(ports.texts),
            warned_on: AtomicI64::new(0),
            cx: cx.clone(),
            store,
            pepper,
        })
    }

    /// Returns the policy for new members.
    pub(crate) fn sign_up_policy(&self) -> SignUpPolicy {
        let social = self.provider.as_ref().map(|provider| provider.label().to_owned());
        SignUpPolicy { registration: self.cx.site.registration.get(), social }
    }
}

/// Builds a mail to the owner of an account.
fn mail_to(cx: &Cx, account: &Account, template: &str) -> OutgoingMail {
    let message = MailMessage::new(account.email.clone(), template);
    OutgoingMail { id: cx.ids.next(), message, at: cx.now() }
}
