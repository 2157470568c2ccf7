//! The admin console: statistics, members and roles, reports by members, and the audit log.
//!
//! The module stores only reports with the decisions on them, decisions against members with their
//! appeals, cases of first posts, notes of staff about members, canned replies, and risk
//! assessments of the site. Everything else comes through the ports of the modules that own it, and
//! from the audit log that all modules share; the module never reads another module's tables.

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
    Cx, Finished, Module, Ports, RateClass, RatedPath,
    db::Migration,
    leaving::Leaving,
    migrations,
    ports::{Appeals, FirstPosts, PortHandle, SafetyCases},
};

use events::ModerationEvents;
use ports::{AppealsPort, FirstPostsPort, SafetyPort};
use service::ModerationService;

pub use config::ModerationConfig;

/// The module.
#[derive(Debug)]
pub struct Moderation {
    cx: Cx,
    config: ModerationConfig,
    /// Service for the port, which is offered before the service exists.
    service: PortHandle<ModerationService>,
}

impl Module for Moderation {
    const NAME: &'static str = "moderation";
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_reports",
        "0002_needs",
        "0003_notes",
        "0004_own_reports",
        "0005_appeals",
        "0006_reviews",
        "0007_online_safety",
        "0008_held_posts",
        "0009_refusals",
        "0010_claims",
        "0011_applications",
        "0012_claims",
        "0013_reports_of_decisions",
    ];
    const LISTENS_TO: &'static [&'static str] = ModerationEvents::NAMES;
    const LEAVING: Leaving = store::LEAVING;
    const RATES: &'static [RatedPath] = &[RatedPath::new(api::APPEALS, RateClass::Account)];
    type Config = ModerationConfig;
    type Api = api::Operations;

    fn new(cx: &Cx, config: ModerationConfig) -> anyhow::Result<Self> {
        let config = config.check()?;
        Ok(Self { cx: cx.clone(), config, service: PortHandle::default() })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = SafetyPort(self.service.clone());
        ports.offer::<dyn SafetyCases>(Self::NAME, Arc::new(port));
        let port = FirstPostsPort(self.service.clone());
        ports.offer::<dyn FirstPosts>(Self::NAME, Arc::new(port));
        ports.offer::<dyn Appeals>(Self::NAME, Arc::new(AppealsPort::new(&self.cx)));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(ModerationService::new(&self.cx, self.config, ports)?);
        self.service.fill(&service);
        let finished = Finished::api(api::operations(&service)).own(store::own());
        let finished = finished.purge(store::forget()).job(jobs::remind(service.clone()));
        let finished = finished.job(jobs::begin_holding(service.clone()));
        Ok(finished.on_event(Arc::new(ModerationEvents(service))))
    }
}
