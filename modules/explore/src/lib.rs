//! Profiles, follows, and searches for people nearby, in a city or by name.
//!
//! The module stores exact locations and discloses none: others see people only through the 500 m
//! grid of `model::grid`. It must not know what skills, money or bookings are beyond the plain data
//! of their ports.
//!
//! # Search for people
//!
//! All visible people are in memory, in the `people_index`: an R*-tree over the occupied cells, the
//! people of each cell, the sorted words of names, and the people of each city and offer. It holds
//! only ids, cells, names, cities, slugs and word stems. Cards are read from the database, and the
//! latest few thousand are cached (`person_cache`) until something on them changes.
//!
//! The database is authoritative. Every change of listed data takes the next number of one counter
//! in the same write, so numbers are in the order of commits. Each search first reads that counter,
//! one record that stays in memory while nobody writes, and then the changes since. Searches are
//! thus exact with several processes on one database, and a restart loses nothing.
//!
//! With n people, c occupied cells (c <= n) and k results. Times and sizes are those of the index
//! on one core of a small server; `cargo xtask bench --only crowd --crowd PEOPLE` measures the
//! whole over HTTP:
//!
//! | | cost | 10,000 | 100,000 | 1,000,000 |
//! |---|---|---|---|---|
//! | nearby, a page | log c + k | 6 µs | 5 µs | 3 µs |
//! | nearby, page p | log c + p k, ended at 5,000 people | the same | the same | the same |
//! | name as typed | log n + those with the rarest word | 0.1 ms | 1 ms | 18 ms |
//! | a change | log c, and one more number | the same | the same | the same |
//! | memory | 0.2 to 0.5 kB each | 5 MB | 29 MB | 223 MB |
//! | loading from the file, beside the start | n | - | 0.5 s | - |
//! | loading from the database instead | n | - | 8 s | - |
//!
//! Searches in a city or for an offer compute each distance, for up to 5,000 people (0.6 ms); with
//! more they walk the tree as nearby does, and skip people who do not match. If nobody has the name
//! as typed, it is compared with every distinct word of all names: 2.4 ms for 30,000 words. City
//! and offers take about 0.1 kB of memory more per person.
//!
//! So memory and loading time grow with the number of people, not the time to answer. Loading runs
//! after the start; until it ends, `/readyz` returns 503 with the progress, and searches wait. The
//! index is saved in the data directory (`people.index`), and the next start reads it and the
//! changes since. Another build of the server, or a restored database, does not use the file and
//! loads everybody. Beyond a million people, use several communities or a machine with more memory.

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, HeldFiles, Module, Ports,
    db::Migration,
    leaving::Leaving,
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

/// The explore module.
pub struct Explore {
    cx: Cx,
    index: Arc<PeopleIndex>,
    cache: Arc<PersonCache>,
    geocoder: PortHandle<dyn Geocoder>,
    config: ExploreConfig,
}

impl Module for Explore {
    const NAME: &'static str = "explore";
    /// Every other module queries it for people.
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_explore",
        "0002_listed",
        "0003_changes",
        "0004_ratings",
        "0005_newest_first",
        "0006_rated",
        "0007_cities",
        "0008_blocks",
        "0009_snapshots",
        "0010_leaving",
        "0011_bio_of_new",
        "0012_restored_stars",
        "0013_clear",
    ];
    const FILES: &'static [HeldFiles] = &[HeldFiles { table: "person", fields: &["photourl"] }];
    const LEAVING: Leaving = store::LEAVING;
    type Config = ExploreConfig;
    type Api = api::ExploreApi;

    fn new(cx: &Cx, config: ExploreConfig) -> anyhow::Result<Self> {
        let store = PeopleStore::new(cx.db.clone());
        let index = Arc::new(PeopleIndex::new(store.clone(), cx));
        let cache = Arc::new(PersonCache::new(store, index.clone()));
        Ok(Self { index, cache, cx: cx.clone(), geocoder: PortHandle::default(), config })
    }

    fn provide(&self, ports: &mut Ports) {
        let store = PeopleStore::new(self.cx.db.clone());
        let (index, cache) = (self.index.clone(), self.cache.clone());
        let port = PeoplePort { store, index, cache, geocoder: self.geocoder.clone() };
        ports.offer::<dyn People>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let Self { cx, index, cache, geocoder, config } = self;
        geocoder.fill(&ports.require::<dyn Geocoder>(Self::NAME)?);
        index.ask_skills(ports.optional::<dyn Skills>());
        let (loading, update_index) = (index.clone(), jobs::update_index(index.clone()));
        let service = Arc::new(ExploreService::new(Self::NAME, cx, config, index, cache, ports)?);
        let finished = Finished::api(api::operations(&service)).loading(loading);
        Ok(finished.job(update_index).own(store::own()))
    }
}

impl std::fmt::Debug for Explore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Explore")
    }
}
