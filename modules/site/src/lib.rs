//! Public facts about the site, warnings about its set-up, and the outgoing email of a demo.
//!
//! The module knows the configuration, the changes made by admins and the enabled modules, and
//! nothing about members. Email is stored only in a demo database, where anyone may read it.

mod api;
mod error;
mod events;
mod jobs;
mod model;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{Cx, Finished, Module, Ports, db::Migration, migrations, site::SiteConfig};

use events::SiteEvents;
use service::SiteService;

/// The module.
#[derive(Debug)]
pub struct Site {
    cx: Cx,
}

impl Module for Site {
    const NAME: &'static str = "site";
    /// The client reads the enabled modules from here before it shows anything.
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] = migrations!["0001_site", "0002_details"];
    const LISTENS_TO: &'static [&'static str] = SiteEvents::NAMES;
    /// Every module reads this section, from [`Cx::site`].
    type Config = SiteConfig;
    type Api = api::Operations;

    fn new(cx: &Cx, _: SiteConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone() })
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(SiteService::new(self.cx, ports)?);
        let api = api::operations(&service);
        let job = jobs::read_details(service.clone());
        Ok(Finished::api(api).on_event(Arc::new(SiteEvents(service))).job(job))
    }
}
