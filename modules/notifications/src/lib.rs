//! Tells members what happened to their bookings, who follows them, and what the people they
//! follow are up to; and admins what is wrong with the community's money.
//!
//! It learns everything from events and knows no booking, follow or skill beyond what they say.
//! Names of people come through the People port, who is an admin through Accounts.

use std::{sync::Arc, time::Duration};

use serde::Deserialize;
use sparkyard_kernel::{
    Cx, Finished, Module, Ports,
    db::Migration,
    migrations,
    ports::{Accounts, MailChoices, People},
    purge::Purge,
};

mod api;
mod booking;
mod choices;
mod handler;
mod model;
mod store;
mod wording;

const DAY: Duration = Duration::from_hours(24);

/// The `[notifications]` section of the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NotificationsConfig {
    /// Days after which a notice is forgotten, read or not.
    pub keep_days: u16,
}

impl Default for NotificationsConfig {
    fn default() -> Self {
        Self { keep_days: 180 }
    }
}

/// The module.
#[derive(Debug)]
pub struct Notifications {
    cx: Cx,
    config: NotificationsConfig,
}

impl Module for Notifications {
    const NAME: &'static str = "notifications";
    const MIGRATIONS: &'static [Migration] =
        migrations!["0001_notifications", "0002_choices", "0003_account", "0004_admin"];
    const LISTENS_TO: &'static [&'static str] = handler::NAMES;
    type Config = NotificationsConfig;
    type Api = (api::NotificationsApi, api::ChoicesApi);

    fn new(cx: &Cx, config: NotificationsConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config })
    }

    fn provide(&self, ports: &mut Ports) {
        let store = store::Store::new(self.cx.db.clone());
        ports.offer::<dyn MailChoices>(Self::NAME, Arc::new(store));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let accounts = ports.require::<dyn Accounts>(Self::NAME)?;
        let people = ports.require::<dyn People>(Self::NAME)?;
        let purge = Purge {
            db: self.cx.db.clone(),
            what: "notifications.purge",
            keep: DAY * u32::from(self.config.keep_days),
            rows: "notice",
            due: "created_at < $before",
        };
        let store = store::Store::new(self.cx.db);
        let handler = handler::Handler::new(store.clone(), accounts, people);
        let api = (api::NotificationsApi::new(store.clone()), api::ChoicesApi::new(store));
        Ok(Finished::api(api).on_event(Arc::new(handler)).job(purge.job()))
    }
}
