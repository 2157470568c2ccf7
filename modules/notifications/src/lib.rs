//! Notifies members of their bookings, followers, the people they follow, and decisions about them.
//! Notifies staff of waiting work, also by a daily mail, and admins of faults in the ledger.
//!
//! Open pages receive notices, and news of other modules, at once through an event stream.
//! Registered browsers receive them a little later by Web Push, also while the site is closed.
//! Members who have not seen a notice receive it by mail. The module also sends letters of the
//! admins to all members who want them.
//!
//! All input comes from events: the module knows nothing of a booking, follow or skill beyond the
//! event. Names of people come from the People port, admins from the Accounts port.

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
    Cx, Finished, Module, Ports, db::Migration, leaving::Leaving, migrations, ports::Live,
};

use events::NotificationEvents;
use ports::LivePort;
use service::{
    NotificationService,
    away::AwayService,
    letters::LetterService,
    live::{LiveService, StreamRegistry, WatchOthers},
    push::{DeliverPush, PushService},
};
use store::NotificationStore;

pub use config::NotificationsConfig;

/// The notifications module.
#[derive(Debug)]
pub struct Notifications {
    cx: Cx,
    config: NotificationsConfig,
    streams: Arc<StreamRegistry>,
}

impl Module for Notifications {
    const NAME: &'static str = "notifications";
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_notifications",
        "0002_choices",
        "0003_account",
        "0004_admin",
        "0005_live",
        "0006_staff",
        "0007_away",
        "0008_push",
        "0009_letters",
        "0010_push_devices",
        "0011_news_in_batches",
        "0012_leaving",
        "0013_letter_segments",
    ];
    const LISTENS_TO: &'static [&'static str] = NotificationEvents::NAMES;
    const LEAVING: Leaving = store::LEAVING;
    type Config = NotificationsConfig;
    type Api = (api::NotificationsApi, api::LiveApi, api::PushApi, api::MailApi, api::LettersApi);

    fn new(cx: &Cx, config: NotificationsConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config, streams: Arc::default() })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = LivePort { clock: self.cx.clock.clone(), streams: self.streams.clone() };
        ports.offer::<dyn Live>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let forget = store::forget(self.config.keep_days);
        let letters_per_hour = self.config.letters_per_hour;
        let live = LiveService::new(&self.cx, ports, self.streams.clone(), &self.config)?;
        let push = Arc::new(PushService::new(&self.cx, ports, self.config.push)?);
        let service = Arc::new(NotificationService::new(&self.cx, ports, push.clone())?);
        let letters = Arc::new(LetterService::new(&self.cx, letters_per_hour, ports)?);
        let api = (
            api::NotificationsApi::new(service.clone()),
            api::LiveApi::new(live),
            api::PushApi::new(push.clone()),
            api::MailApi::new(service.clone()),
            api::LettersApi::new(letters.clone()),
        );
        let away = Arc::new(AwayService::new(&self.cx, ports)?);
        let events = NotificationEvents { service: service.clone(), away: away.clone() };
        let finished =
            Finished::api(api).on_event(Arc::new(events)).purge(forget).own(store::own());
        let finished = finished.job(jobs::mail_staff(service)).job(DeliverPush(push).job());
        let finished = finished.job(jobs::away(away)).job(jobs::bring_letters(letters));
        if !self.cx.db.is_shared() {
            return Ok(finished);
        }
        let store = NotificationStore::new(self.cx.db.clone());
        Ok(finished.job(WatchOthers::new(store, self.streams).job()))
    }
}
