//! Money: a double-entry ledger of pounds and spark tokens, top-ups, and the holds and escrow that
//! pay for bookings.
//!
//! The module knows members and bookings only by their ids. Other modules decide who is paid and
//! what a service costs, through the [`Ledger`] port.
//!
//! [`Ledger`]: sparkyard_kernel::ports::Ledger

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, Module, Ports,
    db::Migration,
    leaving::Leaving,
    migrations,
    ports::{CardBookings, Chargebacks, Ledger},
};

mod api;
mod config;
mod error;
mod events;
mod jobs;
mod model;
mod ports;
mod service;
mod store;

use events::WalletEvents;
use ports::{CardBookingsPort, ChargebacksPort, LedgerPort};
use service::WalletService;

pub use api::{
    CardPaymentsApi, CashApi, ChargebacksApi, CheckApi, CreditApi, LedgerApi, SellersApi,
    StatementApi, WalletApi,
};
pub use config::WalletConfig;
pub use service::{ledger_check, ledger_check_since};

/// The wallet module.
pub struct Wallet {
    service: WalletService,
}

impl std::fmt::Debug for Wallet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wallet").finish_non_exhaustive()
    }
}

impl Module for Wallet {
    const NAME: &'static str = "wallet";
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_wallet",
        "0002_referrals",
        "0003_check",
        "0004_bounds",
        "0005_card_top_ups",
        "0006_statement",
        "0007_withdrawable",
        "0008_card_bookings",
        "0009_sums",
        "0010_expenses",
        "0011_chargebacks",
        "0012_leaving",
        "0013_partial_chargebacks",
        "0014_credit_limits",
    ];
    const LISTENS_TO: &'static [&'static str] = WalletEvents::NAMES;
    const LEAVING: Leaving = store::LEAVING;
    type Config = WalletConfig;
    type Api = (
        WalletApi,
        CardPaymentsApi,
        StatementApi,
        CashApi,
        CreditApi,
        ChargebacksApi,
        CheckApi,
        LedgerApi,
        SellersApi,
    );

    fn new(cx: &Cx, config: WalletConfig) -> anyhow::Result<Self> {
        Ok(Self { service: WalletService::new(cx, config) })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = LedgerPort { service: self.service.clone() };
        ports.offer::<dyn Ledger>(Self::NAME, Arc::new(port));
        let port = CardBookingsPort { service: self.service.clone() };
        ports.offer::<dyn CardBookings>(Self::NAME, Arc::new(port));
        let port = ChargebacksPort { service: self.service.clone() };
        ports.offer::<dyn Chargebacks>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let Self { service } = self;
        service.fill_ports(ports)?;
        let jobs = jobs::all(&service);
        let api = (
            WalletApi::new(service.clone()),
            CardPaymentsApi::new(service.clone()),
            StatementApi::new(service.clone()),
            CashApi::new(service.clone()),
            CreditApi::new(service.clone()),
            ChargebacksApi::new(service.clone()),
            CheckApi::new(service.clone()),
            LedgerApi::new(service.clone()),
            SellersApi::new(service.clone()),
        );
        let finished = Finished::api(api).on_event(Arc::new(WalletEvents(service)));
        Ok(jobs.into_iter().fold(finished, Finished::job).own(store::own()).purge(store::forget()))
    }
}
