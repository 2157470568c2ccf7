//! What the site says about itself, and the outgoing mail of a demo.
//!
//! It knows the configuration and which modules are on, and nothing of any member. Mail is kept
//! only in a demo database, where anyone may read it.

mod api;
mod error;
mod events;
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
    /// The client asks here what is on before it shows anything.
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] = migrations!["0001_site"];
    const LISTENS_TO: &'static [&'static str] = events::NAMES;
    /// Every module reads this section, from [`Cx::site`].
    type Config = SiteConfig;
    type Api = api::SiteApi;

    fn new(cx: &Cx, _: SiteConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone() })
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(SiteService::new(self.cx, ports)?);
        let api = api::SiteApi::new(service.clone());
        Ok(Finished::api(api).on_event(Arc::new(SiteEvents { service })))
    }
}
