//! The community page: announcements of the admins, new neighbours and skills nearby, events with
//! their guest lists, and a board of needs that neighbours answer. Members save searches for skills
//! and needs, to be told of new matches.
//!
//! The module learns from events who joined and which skills became visible; whether the reader may
//! see them is decided when they are read, by the ports `People` and `Skills`. An answer to a need
//! is written into the conversation of the two members, through the port `Conversations`. Staff
//! take needs down through the port `Needs`, which this module offers. Who is told of news of an
//! event is read through the port `EventGuests`. Hosts and helpers are thanked from the pot,
//! through the port `Pot`.
//!
//! # Needs that become bookings
//!
//! The author of a need books a neighbour who answered. The booking takes the title of the need;
//! the module learns of it from the event and notes that the need is arranged. If the booking is
//! declined or cancelled, the need is back on the board.
//!
//! # Matches of saved searches
//!
//! Saved searches are indexed by kind and category. A skill that becomes visible, or a new need, is
//! compared with those of its category and those of any category, in batches: by their words as
//! the search and the board compare them, then by who may see whom and the distance. A member is
//! told of the same thing once, and of one match a day for each search.

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
    Cx, Finished, Module, Ports,
    db::Migration,
    leaving::Leaving,
    migrations,
    ports::{EventGuests, Needs, PortHandle},
};

use events::CommunityEvents;
use ports::{EventGuestsPort, NeedsPort};
use service::CommunityService;
use store::CommunityStore;

pub use config::CommunityConfig;

/// The module.
#[derive(Debug)]
pub struct Community {
    cx: Cx,
    config: CommunityConfig,
    /// Service for a port that is offered before the service exists.
    service: PortHandle<CommunityService>,
}

impl Module for Community {
    const NAME: &'static str = "community";
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_community",
        "0002_put_back",
        "0003_events",
        "0004_saved_searches",
        "0005_moderation",
        "0006_arranged",
        "0007_segments",
    ];
    const LISTENS_TO: &'static [&'static str] = CommunityEvents::NAMES;
    const LEAVING: Leaving = store::LEAVING;
    type Config = CommunityConfig;
    type Api = api::Operations;

    fn new(cx: &Cx, config: CommunityConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config, service: PortHandle::default() })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = NeedsPort { store: CommunityStore::new(self.cx.db.clone()) };
        ports.offer::<dyn Needs>(Self::NAME, Arc::new(port));
        let port = EventGuestsPort(self.service.clone());
        ports.offer::<dyn EventGuests>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(CommunityService::new(self.cx, self.config, ports)?);
        self.service.fill(&service);
        let finished =
            Finished::api(api::operations(&service)).own(store::own()).purge(store::forget());
        let finished = finished.job(jobs::end_announcements(&service));
        let finished = finished.job(jobs::expire_needs(&service)).job(jobs::end_events(&service));
        let finished = finished.job(jobs::remind_guests(&service));
        Ok(finished.on_event(Arc::new(CommunityEvents(service))))
    }
}
