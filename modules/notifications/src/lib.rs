//! Tells members what happened to their bookings, who follows them, and what the people they
//! follow are up to; and admins what is wrong with the community's money. Open pages are told at
//! once, of these and of what other modules have to tell.
//!
//! It learns everything from events and knows no booking, follow or skill beyond what they say.
//! Names of people come through the People port, who is an admin through Accounts.

mod api;
mod config;
mod error;
mod events;
mod jobs;
mod model;
mod ports;
mod service;
mod store;

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{
    Cx, Finished, Module, Ports, db::Migration, migrations, ports::Live, purge::Purge,
};

use events::NotificationEvents;
use ports::LivePort;
use service::{
    NotificationService,
    away::AwayService,
    live::{LiveService, Seats, WatchOthers},
};
use store::NotificationStore;

pub use config::NotificationsConfig;

const DAY: Duration = Duration::from_hours(24);
/// How long a page may be away and still be told what it has missed.
const KEEP_LIVE: Duration = DAY;
/// How long it is remembered what was told by mail: far longer than news can be late, or a digest
/// waits.
const KEEP_MISSED: Duration = DAY.saturating_mul(40);

/// The module.
#[derive(Debug)]
pub struct Notifications {
    cx: Cx,
    config: NotificationsConfig,
    seats: Arc<Seats>,
}

impl Module for Notifications {
    const NAME: &'static str = "notifications";
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_notifications",
        "0002_choices",
        "0003_account",
        "0004_admin",
        "0005_live",
        "0006_away"
    ];
    const LISTENS_TO: &'static [&'static str] = events::NAMES;
    type Config = NotificationsConfig;
    type Api = (api::NotificationsApi, api::LiveApi, api::MailApi);

    fn new(cx: &Cx, config: NotificationsConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config, seats: Arc::default() })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = LivePort { clock: self.cx.clock.clone(), seats: self.seats.clone() };
        ports.offer::<dyn Live>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let purge = Purge {
            db: self.cx.db.clone(),
            what: "notifications.purge",
            keep: DAY * u32::from(self.config.keep_days),
            rows: "notice",
            due: "created_at < $before",
        };
        let forget_live = Purge {
            what: "notifications.purge_live",
            keep: KEEP_LIVE,
            rows: "live_news",
            due: "told_at < $before",
            ..purge.clone()
        };
        let forget_missed = Purge {
            what: "notifications.purge_missed",
            keep: KEEP_MISSED,
            rows: "away_item",
            due: "at < $before",
            ..purge.clone()
        };
        let live = LiveService::new(&self.cx, ports, self.seats.clone(), &self.config)?;
        let service = Arc::new(NotificationService::new(&self.cx, ports)?);
        let api = (
            api::NotificationsApi::new(service.clone()),
            api::LiveApi::new(live),
            api::MailApi::new(service.clone()),
        );
        let away = Arc::new(AwayService::new(&self.cx, ports)?);
        let events = NotificationEvents { service, away: away.clone() };
        let finished = Finished::api(api).on_event(Arc::new(events));
        let finished = finished.job(purge.job()).job(forget_live.job());
        let finished = finished.job(forget_missed.job()).job(jobs::away(away));
        if !self.cx.db.is_shared() {
            return Ok(finished);
        }
        let store = NotificationStore::new(self.cx.db.clone());
        Ok(finished.job(WatchOthers::new(store, self.seats).job()))
    }
}
