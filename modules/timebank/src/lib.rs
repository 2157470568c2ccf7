//! Sparks between people without a booking: gifts to neighbours and to the community's pot, grants
//! from the pot, and thanks for help in the past.
//!
//! The module stores who gave what to whom, and why. The tokens are moved by the ledger, through
//! the [`Ledger`] port, in the same write.
//!
//! [`Ledger`]: sparkyard_kernel::ports::Ledger

mod api;
mod config;
mod error;
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
    ports::{Exchanges, PortHandle, Pot},
};

use ports::{ExchangesPort, PotPort};
use service::TimebankService;

pub use config::TimebankConfig;

/// The module.
#[derive(Debug)]
pub struct Timebank {
    cx: Cx,
    config: TimebankConfig,
    /// Service for the port, which is offered before the service exists.
    service: PortHandle<TimebankService>,
}

impl Module for Timebank {
    const NAME: &'static str = "timebank";
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_timebank",
        "0002_exchanges",
        "0003_activity",
        "0004_leaving",
        "0005_delegates"
    ];
    const LEAVING: Leaving = store::LEAVING;
    type Config = TimebankConfig;
    type Api = api::Operations;

    fn new(cx: &Cx, config: TimebankConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config, service: PortHandle::default() })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = ExchangesPort(self.service.clone());
        ports.offer::<dyn Exchanges>(Self::NAME, Arc::new(port));
        ports.offer::<dyn Pot>(Self::NAME, Arc::new(PotPort(self.service.clone())));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(TimebankService::new(self.cx, self.config, ports)?);
        self.service.fill(&service);
        let finished = Finished::api(api::operations(&service)).own(store::own());
        Ok(finished.job(jobs::count_exchanges(&service)))
    }
}
