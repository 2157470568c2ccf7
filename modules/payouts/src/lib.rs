//! Bank accounts of members, and withdrawals: into them, which admins pay by bank transfer, or into
//! the member's account at Stripe, by a transfer there.
//!
//! Sort codes and account numbers are stored encrypted and shown masked; the module tells a member
//! of every account that is added. It must not know balances: the wallet says what can be
//! withdrawn.

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
    Cx, Finished, Module, Ports,
    db::Migration,
    leaving::Leaving,
    migrations,
    ports::{Ledger, PortHandle},
};

use api::{AdminApi, PayoutsApi, WithdrawalsApi};
use events::PayoutsEvents;
use ports::PayoutsPort;
use service::PayoutsService;
use store::PayoutsStore;

pub use config::PayoutsConfig;

/// The module.
#[derive(Debug)]
pub struct Payouts {
    cx: Cx,
    config: PayoutsConfig,
    /// Ledger for the port, which is offered before the ledger is.
    ledger: PortHandle<dyn Ledger>,
}

impl Module for Payouts {
    const NAME: &'static str = "payouts";
    const MIGRATIONS: &'static [Migration] =
        migrations!["0001_payouts", "0002_transfers", "0003_chargebacks", "0004_leaving"];
    const LISTENS_TO: &'static [&'static str] = PayoutsEvents::NAMES;
    const LEAVING: Leaving = store::LEAVING;
    type Config = PayoutsConfig;
    type Api = (PayoutsApi, WithdrawalsApi, AdminApi);

    fn new(cx: &Cx, config: PayoutsConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config, ledger: PortHandle::default() })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = PayoutsPort {
            cx: self.cx.clone(),
            store: PayoutsStore::new(self.cx.db.clone()),
            ledger: self.ledger.clone(),
        };
        ports.offer::<dyn sparkyard_kernel::ports::Payouts>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        if let Some(ledger) = ports.optional() {
            self.ledger.fill(&ledger);
        }
        let service = Arc::new(PayoutsService::new(self.cx, &self.config, ports)?);
        let events = Arc::new(PayoutsEvents(service.clone()));
        let job = jobs::send(&service);
        let api = (PayoutsApi(service.clone()), WithdrawalsApi(service.clone()), AdminApi(service));
        Ok(Finished::api(api).on_event(events).job(job).own(store::own()).purge(store::forget()))
    }
}
