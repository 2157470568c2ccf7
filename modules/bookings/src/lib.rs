//! Bookings: one neighbour asks for another's time, it is given and paid, reviewed or disputed.
//!
//! The module knows skills, people, accounts, files and money only through their ports. It must
//! not know how money is kept: it says when a booking's price is taken, released or given back,
//! in the same write as the change that causes it. Without a ledger every booking is a gift.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{
    Cx, Finished, HeldFiles, Job, Module, Ports, db::Migration, migrations, ports,
};

mod api;
mod availability;
mod change;
mod circles;
mod config;
mod create;
mod dispute;
mod due;
mod error;
mod figures;
mod hours;
mod machine;
mod mails;
mod model;
mod place;
mod pricing;
mod request;
mod review;
mod service;
mod skip;
mod store;
mod view;

use service::Service;
use store::Store;

pub use config::BookingsConfig;

/// How often to look for bookings that time itself must change.
const DUE_EVERY: Duration = Duration::from_mins(1);

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
        "0005_bounds"
    ];
    const FILES: &'static [HeldFiles] = &[
        HeldFiles { table: "booking", fields: &["file"] },
        HeldFiles { table: "dispute", fields: &["file"] },
    ];
    type Config = BookingsConfig;
    type Api =
        (api::BookingsApi, api::AvailabilityApi, api::DisputesApi, api::ReviewsApi, api::DemoApi);

    fn new(cx: &Cx, config: BookingsConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config })
    }

    fn provide(&self, ports: &mut Ports) {
        let figures = figures::Figures::new(Store::new(self.cx.db.clone()));
        ports.offer::<dyn ports::Bookings>(Self::NAME, Arc::new(figures));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(Service::new(self.cx, self.config, ports)?);
        let due = Job {
            name: "bookings.due",
            every: DUE_EVERY,
            runner: Arc::new(due::Due::new(service.clone())),
        };
        let api = (
            api::BookingsApi::new(service.clone()),
            api::AvailabilityApi::new(service.clone()),
            api::DisputesApi::new(service.clone()),
            api::ReviewsApi::new(service.clone()),
            api::DemoApi::new(service),
        );
        Ok(Finished::api(api).job(due))
    }
}
