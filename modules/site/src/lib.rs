//! Public facts about the site, its blog, messages to the people who run it, warnings about its
//! set-up, and the outgoing email of a demo.
//!
//! The module knows the configuration, the changes made by admins and the enabled modules, and
//! nothing about members. Email is stored only in a demo database, where anyone may read it.

mod api;
mod error;
mod events;
mod jobs;
mod model;
mod ports;
mod service;
mod store;

use std::sync::Arc;

use anyhow::ensure;
use sparkyard_kernel::{
    Cx, Finished, Module, Ports, RateClass, RatedPath,
    db::Migration,
    migrations,
    ports::{AgreementTexts, ContactMessages},
    site::SiteConfig,
};

use events::SiteEvents;
use model::page::PageSource;
use ports::{AgreementTextsPort, ContactPort};
use service::SiteService;

/// The module.
#[derive(Debug)]
pub struct Site {
    cx: Cx,
    config: SiteConfig,
    text_pages: Vec<PageSource>,
}

impl Module for Site {
    const NAME: &'static str = "site";
    /// The client reads the enabled modules from here before it shows anything.
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_site",
        "0002_details",
        "0003_contact",
        "0004_contact_sender",
        "0005_figures"
    ];
    const RATES: &'static [RatedPath] = &[RatedPath::new(api::CONTACT, RateClass::Mail)];
    const LISTENS_TO: &'static [&'static str] = SiteEvents::NAMES;
    /// Every module reads this section, from [`Cx::site`].
    type Config = SiteConfig;
    type Api = api::Operations;

    fn new(cx: &Cx, config: SiteConfig) -> anyhow::Result<Self> {
        ensure!(config.contact_days > 0, "site.contact_days must be at least 1");
        let text_pages = service::read_pages(cx, &config)?;
        if !cx.has("wallet") {
            cx.site.omit_prices();
        }
        Ok(Self { cx: cx.clone(), config, text_pages })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = Arc::new(ContactPort::new(&self.cx));
        ports.offer::<dyn ContactMessages>(Self::NAME, port);
        let texts = Arc::new(AgreementTextsPort::new(&self.text_pages, &self.cx));
        ports.offer::<dyn AgreementTexts>(Self::NAME, texts);
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(SiteService::new(self.cx, &self.config, self.text_pages, ports)?);
        Ok(Finished::api(api::operations(&service))
            .job(jobs::read_details(service.clone()))
            .job(jobs::count_figures(service.clone()))
            .on_event(Arc::new(SiteEvents(service)))
            .own(store::own())
            .purge(store::forget(self.config.contact_days)))
    }
}
