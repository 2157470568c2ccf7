//! Accounts: proving an address, signing up, signing in, sessions and roles.
//!
//! It knows nothing of profiles: a new account's profile is created by the people port in the
//! same write.

mod account;
mod admin;
mod api;
mod code;
mod error;
mod password;
mod secret;
mod session;
mod store;
mod token;

use std::sync::Arc;

use serde::Deserialize;
use sparkyard_kernel::{
    Cx, Finished, Module, Ports,
    auth::Authenticator,
    db::Migration,
    migrations,
    ports::{Accounts, People},
};

use crate::{api::AuthApi, password::Passwords, secret::Pepper, store::Store, token::AccessTokens};

/// The module.
pub struct Auth {
    cx: Cx,
    store: Store,
    tokens: Arc<AccessTokens>,
    pepper: Pepper,
    passwords: Passwords,
}

/// The `[auth]` section of the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthConfig {
    /// How many passwords are hashed at once; 0 means one per processor.
    pub hashing_threads: usize,
    /// How many more may wait before the answer is 503.
    pub hashing_queue: usize,
}

impl Default for AuthConfig {
    fn default() -> Self {
        Self { hashing_threads: 0, hashing_queue: 128 }
    }
}

impl Module for Auth {
    const NAME: &'static str = "auth";
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] = migrations!["0001_auth"];
    type Config = AuthConfig;
    type Api = AuthApi;

    fn new(cx: &Cx, config: AuthConfig) -> anyhow::Result<Self> {
        Ok(Self {
            store: Store::new(cx.db.clone()),
            tokens: Arc::new(AccessTokens::new(&cx.keys.derive("auth.access_tokens"))),
            pepper: Pepper::new(cx.keys.derive("auth.codes")),
            passwords: Passwords::new(config.hashing_threads, config.hashing_queue)?,
            cx: cx.clone(),
        })
    }

    fn provide(&self, ports: &mut Ports) {
        let authenticator = session::Gate::new(&self.cx, &self.store, &self.tokens);
        ports.offer::<dyn Authenticator>(Self::NAME, Arc::new(authenticator));
        let accounts = account::AccountsPort::new(&self.cx, &self.store, &self.pepper);
        ports.offer::<dyn Accounts>(Self::NAME, Arc::new(accounts));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<AuthApi>> {
        let people = ports.require::<dyn People>(Self::NAME)?;
        Ok(Finished::api(AuthApi::new(self, people)))
    }
}
