//! Accounts: proving an address, signing up, signing in, second factors, sessions, standing and
//! roles.
//!
//! It knows nothing of profiles: a new account's profile is created by the people port in the
//! same write.

mod admin;
mod api;
mod change;
mod code;
mod config;
mod cookie;
mod device;
mod error;
mod gate;
mod grant;
mod invitation;
mod known;
mod mails;
mod password;
mod password_rules;
mod port;
mod proof;
mod queue;
mod refresh;
mod registration;
mod reset;
mod seal;
mod second_factor;
mod secret;
mod session;
mod sign_in;
mod sign_ins;
mod social;
mod standing;
mod store;
mod throttle;
mod token;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, Module, Ports,
    auth::Authenticator,
    db::Migration,
    events::auth::RESET_ASKED,
    migrations,
    ports::{Accounts, People, PortHandle, SignIns, SignUpPolicy, StepUp},
    purge::Purge,
};

pub use crate::config::AuthConfig;
use crate::{
    change::Changes,
    known::KnownDevices,
    password::Passwords,
    proof::Prover,
    refresh::RefreshTokens,
    registration::Members,
    reset::Resets,
    second_factor::SecondFactors,
    secret::Pepper,
    session::Sessions,
    sign_in::SignIn,
    social::{Provider, Social},
    store::Store,
    throttle::Throttle,
    token::AccessTokens,
};

/// The module.
pub struct Auth {
    cx: Cx,
    config: AuthConfig,
    store: Store,
    tokens: Arc<AccessTokens>,
    pepper: Pepper,
    passwords: Passwords,
    throttle: Throttle,
    factors: SecondFactors,
    /// The provider of social sign-in, unless that is off.
    provider: Option<Arc<Provider>>,
    /// Known once all ports are; what the offered ports need of it is only asked for later.
    people: PortHandle<dyn People>,
}

impl Module for Auth {
    const NAME: &'static str = "auth";
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_auth",
        "0002_trust",
        "0003_social",
        "0004_end_sessions",
        "0005_invitations",
        "0006_guessing",
        "0007_bounds",
        "0008_roles"
    ];
    const LISTENS_TO: &'static [&'static str] = &[RESET_ASKED.name()];
    type Config = AuthConfig;
    type Api = api::AuthApi;

    fn new(cx: &Cx, config: AuthConfig) -> anyhow::Result<Self> {
        let store = Store::new(cx.db.clone());
        let pepper = Pepper::new(cx.keys.derive("auth.codes"));
        let social = config.social.settings(&cx.site.public_url)?;
        let provider = social.map(|settings| Provider::new(cx, settings)).transpose()?;
        Ok(Self {
            tokens: Arc::new(AccessTokens::new(&cx.keys.derive("auth.access_tokens"))),
            passwords: Passwords::new(
                cx.keys.derive("auth.passwords"),
                config.hashing_threads,
                config.hashing_queue,
            )?,
            throttle: Throttle::new(cx, &store),
            factors: SecondFactors::new(cx, &store, &pepper)?,
            provider: provider.map(Arc::new),
            people: PortHandle::default(),
            cx: cx.clone(),
            config,
            store,
            pepper,
        })
    }

    fn provide(&self, ports: &mut Ports) {
        let needed = self.config.admins_need_second_factor;
        let gate = gate::Gate::new(&self.cx, &self.store, &self.tokens, needed);
        ports.offer::<dyn Authenticator>(Self::NAME, Arc::new(gate));
        ports.offer::<dyn StepUp>(Self::NAME, Arc::new(self.prover()));
        let social = self.provider.as_ref().map(|provider| provider.label().to_owned());
        let policy = SignUpPolicy { registration: self.config.registration, social };
        let people = self.people.clone();
        let accounts =
            port::AccountsPort::new(&self.cx, &self.store, self.changes(), policy, people);
        ports.offer::<dyn Accounts>(Self::NAME, Arc::new(accounts));
        let sign_ins = sign_ins::SignInsPort { store: self.store.clone() };
        ports.offer::<dyn SignIns>(Self::NAME, Arc::new(sign_ins));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let people = ports.require::<dyn People>(Self::NAME)?;
        self.people.fill(&people);
        let resets = Arc::new(self.resets());
        let forget = store::forget(&self.cx.db).map(Purge::job);
        let api = api::auth(&self, people, resets.clone());
        let finished = Finished::api(api).on_event(Arc::new(reset::ResetMailer(resets)));
        Ok(forget.into_iter().fold(finished, Finished::job))
    }
}

impl Auth {
    fn prover(&self) -> Prover {
        Prover {
            store: self.store.clone(),
            passwords: self.passwords.clone(),
            factors: self.factors.clone(),
            throttle: self.throttle.clone(),
        }
    }

    fn changes(&self) -> Changes {
        Changes {
            cx: self.cx.clone(),
            store: self.store.clone(),
            pepper: self.pepper.clone(),
            prover: self.prover(),
        }
    }

    fn resets(&self) -> Resets {
        Resets {
            cx: self.cx.clone(),
            store: self.store.clone(),
            known: self.known(),
            pepper: self.pepper.clone(),
            passwords: self.passwords.clone(),
        }
    }

    fn known(&self) -> KnownDevices {
        let (cx, store, pepper) = (self.cx.clone(), self.store.clone(), self.pepper.clone());
        KnownDevices { cx, store, pepper }
    }

    fn members(&self, people: Arc<dyn People>) -> Members {
        Members {
            cx: self.cx.clone(),
            store: self.store.clone(),
            pepper: self.pepper.clone(),
            passwords: self.passwords.clone(),
            people,
            mode: self.config.registration,
        }
    }

    fn sessions(&self, people: Arc<dyn People>) -> Arc<Sessions> {
        Arc::new(Sessions {
            cx: self.cx.clone(),
            store: self.store.clone(),
            known: self.known(),
            tokens: self.tokens.clone(),
            refresh_tokens: RefreshTokens::new(self.cx.keys.derive("auth.refresh_tokens")),
            people,
        })
    }

    fn social(&self, sign_in: &SignIn) -> Option<Arc<Social>> {
        let provider = self.provider.clone()?;
        Some(Arc::new(Social {
            cx: self.cx.clone(),
            store: self.store.clone(),
            pepper: self.pepper.clone(),
            provider,
            sign_in: sign_in.clone(),
        }))
    }

    fn sign_in(&self, sessions: Arc<Sessions>) -> SignIn {
        SignIn {
            store: self.store.clone(),
            known: self.known(),
            pepper: self.pepper.clone(),
            passwords: self.passwords.clone(),
            throttle: self.throttle.clone(),
            factors: self.factors.clone(),
            sessions,
        }
    }
}
