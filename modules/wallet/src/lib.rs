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
    ports::{Accounts, Ledger, People},
};

mod api;
mod cash_in;
mod check;
mod config;
mod error;
mod funding;
mod gifts;
mod history;
mod intents;
mod ledger;
mod model;
mod referral;
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
    const MIGRATIONS: &'static [Migration] = migrations!["0001_wallet", "0002_referrals"];
    const LISTENS_TO: &'static [&'static str] = gifts::OCCASIONS;
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
        let gifts = gifts::Gifts {
            welcome: welcome::Welcome::new(self.cx.db.clone(), self.config.welcome_tokens),
            referrals: referral::Referrals {
                db: self.cx.db.clone(),
                tokens: self.config.referral_reward,
                accounts: accounts.clone(),
                people: ports.require::<dyn People>(Self::NAME)?,
            },
        };
        let api = (WalletApi::new(self.cx.clone()), CashApi::new(self.cx.clone(), accounts));
        Ok(Finished::api(api).on_event(Arc::new(gifts)).job(intents::expiry_job(self.cx.db)))
    }
}
