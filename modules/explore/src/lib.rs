//! People and places: profiles, who follows whom, and finding somebody near, in a city or by
//! name.
//!
//! It knows where everybody is, exactly, and tells nobody: others see people only through the
//! 500 m grid of `model::grid`. It must not know what skills, money or bookings are beyond the
//! plain data of their ports.
//!
//! # How people are found
//!
//! Everybody who can be found is in memory, in the `people_index`: a tree (R*) over the cells that
//! hold anybody, who is in which cell, the words of names in order, and who is in which city and
//! offers what. It holds ids, cells, names, cities and slugs only; cards are read from the
//! database, and the latest few thousand cached
//! (`person_cache`) for as long as nothing on them changes. The truth is in the database: every
//! change of what lists show takes the next number of one counter, in the same write, so numbers
//! follow commits. Each search first reads that counter, one record that stays in memory while
//! nobody writes anything, and what changed since; several processes on one database are thus
//! exact, and a restart loses nothing.
//!
//! With n people, c cells that hold anybody (c <= n) and k results; times and sizes are those of
//! the index on one core of a small server, and `cargo xtask bench --only crowd --crowd PEOPLE`
//! measures the whole over HTTP:
//!
//! | | cost | 10,000 | 100,000 | 1,000,000 |
//! |---|---|---|---|---|
//! | nearby, a page | log c + k | 6 µs | 5 µs | 3 µs |
//! | nearby, page p | log c + p k, ended at 5,000 people | the same | the same | the same |
//! | name as typed | log n + those with the rarest word | 0.1 ms | 1 ms | 18 ms |
//! | a change | log c, and one more number | the same | the same | the same |
//! | memory | 0.2 to 0.5 kB each | 5 MB | 29 MB | 223 MB |
//! | loading, once, beside the start | n reads | 0.1 s | 1 s | 10 s |
//!
//! Those of a city or who offer something are measured one by one, up to 5,000 of them (0.6 ms); of
//! more the tree is walked as for nearby, past those between who do not fit. Where nobody is called
//! as somebody typed, every word that anybody is called by is compared with it: 2.4 ms for 30,000
//! words. City and offers take about 0.1 kB of memory each besides, and what people offer is read
//! while loading, of 500 at a time.
//!
//! What grows with people is therefore memory and the time to load, not the time to answer. The
//! loading runs after the start, in batches, and the server is ready without it; who asks before
//! it is done waits for the rest. Beyond a million people, share them out over several
//! communities, or give the machine more memory.

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, HeldFiles, Module, Ports,
    db::Migration,
    migrations,
    ports::{Geocoder, People, PortHandle, Skills},
};

mod api;
mod config;
mod error;
mod jobs;
mod model;
mod ports;
mod service;
mod store;

pub use crate::config::ExploreConfig;
use crate::{
    ports::PeoplePort,
    service::{ExploreService, PeopleIndex, PersonCache},
    store::PeopleStore,
};

/// The module.
pub struct Explore {
    cx: Cx,
    index: Arc<PeopleIndex>,
    cache: Arc<PersonCache>,
    geocoder: PortHandle<dyn Geocoder>,
}

impl Module for Explore {
    const NAME: &'static str = "explore";
    /// Every other module asks it about people.
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_explore",
        "0002_listed",
        "0003_changes",
        "0004_ratings",
        "0005_newest_first",
        "0006_rated",
        "0007_cities",
        "0008_blocks"
    ];
    const FILES: &'static [HeldFiles] = &[HeldFiles { table: "person", fields: &["photourl"] }];
    type Config = ExploreConfig;
    type Api = api::ExploreApi;

    fn new(cx: &Cx, _: ExploreConfig) -> anyhow::Result<Self> {
        let store = PeopleStore::new(cx.db.clone());
        let index = Arc::new(PeopleIndex::new(store.clone()));
        let cache = Arc::new(PersonCache::new(store, index.clone()));
        Ok(Self { index, cache, cx: cx.clone(), geocoder: PortHandle::default() })
    }

    fn provide(&self, ports: &mut Ports) {
        let store = PeopleStore::new(self.cx.db.clone());
        let (index, cache) = (self.index.clone(), self.cache.clone());
        let port = PeoplePort { store, index, cache, geocoder: self.geocoder.clone() };
        ports.offer::<dyn People>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let Self { cx, index, cache, geocoder } = self;
        geocoder.fill(&ports.require::<dyn Geocoder>(Self::NAME)?);
        index.ask_skills(ports.optional::<dyn Skills>());
        let update_index = jobs::update_index(index.clone());
        let service = Arc::new(ExploreService::new(Self::NAME, cx, index, cache, ports)?);
        Ok(Finished::api(api::operations(&service)).job(update_index))
    }
}

impl std::fmt::Debug for Explore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Explore")
    }
}
