//! Bookings: a request for a neighbour's time, its fulfilment, payment, review or dispute.
//!
//! The module uses skills, people, accounts, files and money only through ports. It must not know
//! how money is kept: it states when a booking's price is taken, released or refunded, in the same
//! transaction as the change that causes it. Without a ledger all bookings are free.

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, HeldFiles, Module, Ports, RateClass, RatedPath, db::Migration, leaving::Leaving,
    migrations, ports::PortHandle,
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

use ports::{BookingsPort, ReviewsPort};
use service::BookingService;
use store::BookingStore;

pub use config::BookingsConfig;

/// The bookings module.
#[derive(Debug)]
pub struct Bookings {
    cx: Cx,
    config: BookingsConfig,
    /// Service for the port, which is offered before the service exists.
    service: PortHandle<BookingService>,
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
        "0007_proposals",
        "0008_hearing",
        "0009_visits",
        "0010_latest_change",
        "0011_answers",
        "0012_expenses",
        "0013_chargebacks",
        "0014_leaving",
        "0015_replies",
        "0016_safety",
        "0017_who_may_ask",
        "0018_delegates",
        "0019_moderation",
        "0020_needs",
    ];
    const FILES: &'static [HeldFiles] = &[
        HeldFiles { table: "booking", fields: &["file"] },
        HeldFiles { table: "dispute", fields: &["file"] },
        HeldFiles { table: "dispute_statement", fields: &["file"] },
    ];
    const LISTENS_TO: &'static [&'static str] = events::BookingEvents::NAMES;
    const LEAVING: Leaving = store::LEAVING;
    type Config = BookingsConfig;
    const RATES: &'static [RatedPath] =
        // Requests to feeds carry no access token.
        &[RatedPath::new("/api/calendar/", RateClass::Account)];
    type Api = (
        api::BookingsApi,
        api::TogetherApi,
        api::WaitingApi,
        api::ProposalsApi,
        api::ExpensesApi,
        api::CalendarApi,
        api::AvailabilityApi,
        api::DisputesApi,
        api::CasesApi,
        api::ReviewsApi,
        api::VisitsApi,
        api::DemoApi,
    );

    fn new(cx: &Cx, config: BookingsConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config, service: PortHandle::default() })
    }

    fn provide(&self, ports: &mut Ports) {
        let store = BookingStore::new(self.cx.db.clone());
        let port = BookingsPort::new(store, self.service.clone());
        ports.offer::<dyn sparkyard_kernel::ports::Bookings>(Self::NAME, Arc::new(port));
        let reviews = ReviewsPort(self.service.clone());
        ports.offer::<dyn sparkyard_kernel::ports::Reviews>(Self::NAME, Arc::new(reviews));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(BookingService::new(self.cx, self.config, ports)?);
        self.service.fill(&service);
        let jobs = jobs::all(&service);
        let api = (
            api::BookingsApi::new(service.clone()),
            api::TogetherApi::new(service.clone()),
            api::WaitingApi::new(service.clone()),
            api::ProposalsApi::new(service.clone()),
            api::ExpensesApi::new(service.clone()),
            api::CalendarApi::new(service.clone()),
            api::AvailabilityApi::new(service.clone()),
            api::DisputesApi::new(service.clone()),
            api::CasesApi::new(service.clone()),
            api::ReviewsApi::new(service.clone()),
            api::VisitsApi::new(service.clone()),
            api::DemoApi::new(service.clone()),
        );
        let finished = Finished::api(api).on_event(Arc::new(events::BookingEvents(service)));
        Ok(jobs.into_iter().fold(finished, Finished::job).own(store::own()).purge(store::forget()))
    }
}
