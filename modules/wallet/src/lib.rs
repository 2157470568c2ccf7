//! Money: a double-entry ledger of pounds and spark tokens, top-ups, and the holds and escrow
//! that pay for bookings.
//!
//! It knows members and bookings only by their ids: whose turn it is to be paid, and what a
//! service costs, is for others to say through the [`Ledger`] port.
//!
//! [`Ledger`]: sparkyard_kernel::ports::Ledger

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, Module, Ports,
    db::Migration,
    migrations,
    ports::{Accounts, Ledger},
};

mod api;
mod cash_in;
mod check;
mod config;
mod error;
mod funding;
mod history;
mod intents;
mod ledger;
mod model;
mod store;
mod welcome;

pub use api::{CashApi, WalletApi};
pub use check::ledger_check;
pub use config::WalletConfig;

/// The wallet module.
pub struct Wallet {
    cx: Cx,
    config: WalletConfig,
}

impl std::fmt::Debug for Wallet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wallet").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Module for Wallet {
    const NAME: &'static str = "wallet";
    const MIGRATIONS: &'static [Migration] = migrations!["0001_wallet"];
    const LISTENS_TO: &'static [&'static str] = &[welcome::REGISTERED];
    type Config = WalletConfig;
    type Api = (WalletApi, CashApi);

    fn new(cx: &Cx, config: WalletConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config })
    }

    fn provide(&self, ports: &mut Ports) {
        ports.offer::<dyn Ledger>(Self::NAME, Arc::new(ledger::Treasury::new(self.cx.clone())));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let accounts = ports.require::<dyn Accounts>(Self::NAME)?;
        let welcome = welcome::Welcome::new(self.cx.db.clone(), self.config.welcome_tokens);
        let api = (WalletApi::new(self.cx.clone()), CashApi::new(self.cx.clone(), accounts));
        Ok(Finished::api(api).on_event(Arc::new(welcome)).job(intents::expiry_job(self.cx.db)))
    }
}
