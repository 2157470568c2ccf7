//! Accounts: address verification, sign-up, sign-in, second factors, sessions, standing and roles.
//!
//! The module does not know profiles: the people port creates the profile of a new account in the
//! same transaction.

mod api;
mod config;
mod error;
mod events;
mod jobs;
mod model;
mod ports;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, Module, Ports, RateClass, RatedPath,
    auth::Authenticator,
    db::Migration,
    leaving::Leaving,
    migrations,
    ports::{Accounts, AgreementTexts, Appeals, Delegations, Departures, People, SignIns},
};

pub use crate::config::AuthConfig;
use crate::{
    api::AuthApi,
    events::ResetMailer,
    ports::{AccountsPort, AuthenticatorPort, SignInsPort},
    service::{AuthPorts, AuthService, ProviderProbe},
};

/// The accounts module.
pub struct Auth {
    service: Arc<AuthService>,
    ports: AuthPorts,
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
        "0008_roles",
        "0009_newest_first",
        "0010_saved_mail",
        "0011_sign_in_changed",
        "0012_leaving",
        "0013_agreements",
        "0014_imported",
        "0015_without_address",
    ];
    const LEAVING: Leaving = store::LEAVING;
    const RATES: &'static [RatedPath] = &[
        RatedPath::new("/api/auth/", RateClass::Account),
        RatedPath::new("/api/auth/login", RateClass::SignIn),
        RatedPath::new("/api/auth/exchange", RateClass::SignIn),
        RatedPath::new("/api/auth/resend/code", RateClass::Mail),
        RatedPath::new("/api/auth/forgot/password", RateClass::Mail),
    ];
    const LISTENS_TO: &'static [&'static str] = ResetMailer::NAMES;
    type Config = AuthConfig;
    type Api = AuthApi;

    fn new(cx: &Cx, config: AuthConfig) -> anyhow::Result<Self> {
        let ports = AuthPorts::default();
        let service = AuthService::new(cx, &config, ports.clone())?;
        Ok(Self { service: Arc::new(service), ports })
    }

    fn provide(&self, ports: &mut Ports) {
        let service = || self.service.clone();
        ports.offer::<dyn Authenticator>(Self::NAME, Arc::new(AuthenticatorPort(service())));
        ports.offer::<dyn Accounts>(Self::NAME, Arc::new(AccountsPort(service())));
        ports.offer::<dyn SignIns>(Self::NAME, Arc::new(SignInsPort(service())));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        self.ports.departures.fill(&ports.require::<dyn Departures>(Self::NAME)?);
        self.ports.people.fill(&ports.require::<dyn People>(Self::NAME)?);
        if let Some(appeals) = ports.optional::<dyn Appeals>() {
            self.ports.appeals.fill(&appeals);
        }
        if let Some(texts) = ports.optional::<dyn AgreementTexts>() {
            self.ports.texts.fill(&texts);
        }
        if let Some(delegations) = ports.optional::<dyn Delegations>() {
            self.ports.delegations.fill(&delegations);
        }
        let mailer = Arc::new(ResetMailer(self.service.clone()));
        let probe = Arc::new(ProviderProbe(self.service.clone()));
        let api = api::operations(&self.service);
        Ok(Finished::api(api)
            .job(jobs::send_welcomes(&self.service))
            .job(jobs::read_agreements(self.service))
            .on_event(mailer)
            .probe(probe)
            .own(store::own())
            .purge(store::forget()))
    }
}
