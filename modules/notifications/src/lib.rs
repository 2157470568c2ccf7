//! Tells members what happened to their bookings, who follows them, and what the people they
//! follow are up to; and admins what is wrong with the community's money.
//!
//! It learns everything from events and knows no booking, follow or skill beyond what they say.
//! Names of people come through the People port, who is an admin through Accounts.

mod api;
mod config;
mod error;
mod events;
mod model;
mod ports;
mod service;
mod store;

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{
    Cx, Finished, Module, Ports, db::Migration, migrations, ports::MailChoices, purge::Purge,
};

use events::NotificationEvents;
use ports::MailChoicesPort;
use service::NotificationService;
use store::NotificationStore;

pub use config::NotificationsConfig;

const DAY: Duration = Duration::from_hours(24);

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
    const LISTENS_TO: &'static [&'static str] = events::NAMES;
    type Config = NotificationsConfig;
    type Api = (api::NotificationsApi, api::ChoicesApi);

    fn new(cx: &Cx, config: NotificationsConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = MailChoicesPort { store: NotificationStore::new(self.cx.db.clone()) };
        ports.offer::<dyn MailChoices>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let purge = Purge {
            db: self.cx.db.clone(),
            what: "notifications.purge",
            keep: DAY * u32::from(self.config.keep_days),
            rows: "notice",
            due: "created_at < $before",
        };
        let service = Arc::new(NotificationService::new(&self.cx, ports)?);
        let api =
            (api::NotificationsApi::new(service.clone()), api::ChoicesApi::new(service.clone()));
        let events = NotificationEvents { service };
        Ok(Finished::api(api).on_event(Arc::new(events)).job(purge.job()))
    }
}
