//! Bookings: one neighbour asks for another's time, it is given and paid, reviewed or disputed.
//!
//! The module knows skills, people, accounts, files and money only through their ports. It must
//! not know how money is kept: it says when a booking's price is taken, released or given back,
//! in the same write as the change that causes it. Without a ledger every booking is a gift.

use std::sync::Arc;

use sparkyard_kernel::{Cx, Finished, HeldFiles, Module, Ports, db::Migration, migrations};

mod api;
mod config;
mod error;
mod jobs;
mod model;
mod ports;
mod service;
mod store;

use ports::BookingsPort;
use service::BookingService;
use store::BookingStore;

pub use config::BookingsConfig;

/// The module.
#[derive(Debug)]
pub struct Bookings {
    cx: Cx,
    config: BookingsConfig,
}

impl Module for Bookings {
    const NAME: &'static str = "bookings";
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_bookings",
        "0002_availability",
        "0003_hours_apart",
        "0004_newest",
        "0005_bounds",
        "0006_fairness",
        "0007_hearing"
    ];
    const FILES: &'static [HeldFiles] = &[
        HeldFiles { table: "booking", fields: &["file"] },
        HeldFiles { table: "dispute", fields: &["file"] },
        HeldFiles { table: "dispute_statement", fields: &["file"] },
    ];
    type Config = BookingsConfig;
    type Api = (
        api::BookingsApi,
        api::AvailabilityApi,
        api::DisputesApi,
        api::CasesApi,
        api::ReviewsApi,
        api::DemoApi,
    );

    fn new(cx: &Cx, config: BookingsConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = BookingsPort::new(BookingStore::new(self.cx.db.clone()));
        ports.offer::<dyn sparkyard_kernel::ports::Bookings>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(BookingService::new(self.cx, self.config, ports)?);
        let (due, forget_files) = (jobs::due(service.clone()), jobs::forget_files(service.clone()));
        let api = (
            api::BookingsApi::new(service.clone()),
            api::AvailabilityApi::new(service.clone()),
            api::DisputesApi::new(service.clone()),
            api::CasesApi::new(service.clone()),
            api::ReviewsApi::new(service.clone()),
            api::DemoApi::new(service),
        );
        Ok(Finished::api(api).job(due).job(forget_files))
    }
}
