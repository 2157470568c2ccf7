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
    purge::Purge,
};

mod alarm;
mod api;
mod cash_in;
mod check;
mod config;
mod error;
mod events;
mod funding;
mod history;
mod inspector;
mod intents;
mod ledger;
mod model;
mod referral;
mod store;
mod welcome;

pub use api::{CashApi, CheckApi, WalletApi};
pub use check::{ledger_check, ledger_check_since};
pub use config::WalletConfig;

/// The wallet module.
pub struct Wallet {
    cx: Cx,
    config: WalletConfig,
    inspector: inspector::Inspector,
}

impl std::fmt::Debug for Wallet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wallet").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Module for Wallet {
    const NAME: &'static str = "wallet";
    const MIGRATIONS: &'static [Migration] =
        migrations!["0001_wallet", "0002_referrals", "0003_check", "0004_bounds"];
    const LISTENS_TO: &'static [&'static str] = events::NAMES;
    type Config = WalletConfig;
    type Api = (WalletApi, CashApi, CheckApi);

    fn new(cx: &Cx, config: WalletConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config, inspector: inspector::Inspector::new(cx) })
    }

    fn provide(&self, ports: &mut Ports) {
        let treasury = ledger::Treasury::new(self.cx.clone(), self.inspector.clone());
        ports.offer::<dyn Ledger>(Self::NAME, Arc::new(treasury));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let Self { cx, config, inspector } = self;
        let accounts = ports.require::<dyn Accounts>(Self::NAME)?;
        let people = ports.require::<dyn People>(Self::NAME)?;
        let listener = events::Listener {
            welcome: welcome::Welcome {
                db: cx.db.clone(),
                tokens: config.welcome_tokens,
                accounts: accounts.clone(),
            },
            referrals: referral::Referrals {
                db: cx.db.clone(),
                tokens: config.referral_reward,
                accounts: accounts.clone(),
                people: people.clone(),
            },
            alarm: alarm::Alarm {
                db: cx.db.clone(),
                accounts: accounts.clone(),
                people: people.clone(),
            },
        };
        let jobs =
            [intents::expiry_job(cx.db.clone()), inspector.job(), cash_in::lapse_job(cx.clone())];
        let forget = store::forget(&cx.db).map(Purge::job);
        let desk = cash_in::CashDesk {
            cx: cx.clone(),
            accounts,
            people,
            alone: config.cash_in_alone,
            total: config.cash_in_alone_total,
        };
        let api = (WalletApi::new(cx), CashApi::new(desk), CheckApi::new(inspector));
        let finished = Finished::api(api).on_event(Arc::new(listener));
        Ok(jobs.into_iter().chain(forget).fold(finished, Finished::job))
    }
}
