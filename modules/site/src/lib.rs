//! What the site says about itself, and the outgoing mail of a demo.
//!
//! It knows the configuration and which modules are on, and nothing of any member. Mail is kept
//! only in a demo database, where anyone may read it.

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, Module, Ports,
    db::Migration,
    events::core::MAIL,
    migrations,
    ports::{Accounts, Mails},
    site::SiteConfig,
};

mod api;
mod error;
mod mailbox;
mod model;
mod store;

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
    const LISTENS_TO: &'static [&'static str] = &[MAIL.name()];
    /// Every module reads this section, from [`Cx::site`].
    type Config = SiteConfig;
    type Api = api::SiteApi;

    fn new(cx: &Cx, _: SiteConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone() })
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let mails = ports.require::<dyn Mails>(Self::NAME)?;
        let mailbox = Arc::new(mailbox::Mailbox::new(&self.cx, mails));
        let accounts = ports.require::<dyn Accounts>(Self::NAME)?;
        let api = api::SiteApi::new(self.cx, accounts, mailbox.clone());
        Ok(Finished::api(api).on_event(mailbox))
    }
}
