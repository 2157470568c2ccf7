//! People and places: profiles, who follows whom, and finding somebody near, in a city or by
//! name.
//!
//! It knows where everybody is, exactly, and tells nobody: others see people only through the
//! 500 m grid of `grid`. It must not know what skills, money or bookings are beyond the plain
//! data of their ports.
//!
//! # How people are found
//!
//! Everybody who can be found is in memory, in the `roster`: a tree (R*) over the cells that hold
//! anybody, who is in which cell, and the words of names in order. It holds ids, cells and names
//! only; cards are read from the database, and the latest few thousand kept (`recent`) for as
//! long as nothing on them changes. The truth is in the database: every change of what lists show
//! takes the next number of one counter, in the same write, so numbers follow commits. Each look
//! first reads that counter, one record that stays in memory while nobody writes anything, and
//! what changed since; several processes on one database are thus exact, and a restart loses
//! nothing.
//!
//! With n people, c cells that hold anybody (c <= n) and k results; times and sizes are those of
//! the roster on one core of a small server, and `cargo xtask bench --only crowd --crowd PEOPLE`
//! measures the whole over HTTP:
//!
//! | | cost | 10,000 | 100,000 | 1,000,000 |
//! |---|---|---|---|---|
//! | nearby, a page | log c + k | 6 µs | 5 µs | 3 µs |
//! | nearby, page p | log c + p k, ended at 5,000 people | the same | the same | the same |
//! | name as typed | log n + those with the rarest word | 0.1 ms | 1 ms | 18 ms |
//! | people of a city | a range of an index: k | the same | the same | the same |
//! | a change | log c, and one more number | the same | the same | the same |
//! | memory | 0.2 to 0.5 kB each | 5 MB | 29 MB | 223 MB |
//! | loading, once, beside the start | n reads | 0.1 s | 1 s | 10 s |
//!
//! What grows with people is therefore memory and the time to load, not the time to answer. The
//! loading runs after the start, in strides, and the server is ready without it; who asks before
//! it is done waits for the rest. Beyond a million people, share them out over several
//! communities, or give the machine more memory.

use std::{sync::Arc, time::Duration};

use serde::Deserialize;
use sparkyard_kernel::{
    Cx, Finished, HeldFiles, Job, Module, Ports,
    db::Migration,
    migrations,
    ports::{Accounts, Files, Geocoder, Kyc, Ledger, People, PortHandle, Skills},
};

mod address;
mod api;
mod directory;
mod error;
mod fold;
mod follows;
mod grid;
mod invites;
mod model;
mod people;
mod profile;
mod recent;
mod referral;
mod roster;
mod store;

/// The `[explore]` section of the configuration; it has no settings.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExploreConfig {}

/// How often the roster is brought up to date when nobody asks it: little, since everybody who
/// asks does so. Its first time loads everyone, right after the start.
const KEEP_UP: Duration = Duration::from_mins(1);

/// The module.
pub struct Explore {
    cx: Cx,
    roster: Arc<roster::Roster>,
    recent: Arc<recent::Recent>,
    /// Known once all ports are.
    geocoder: PortHandle<dyn Geocoder>,
}

impl Module for Explore {
    const NAME: &'static str = "explore";
    /// Every other module asks it about people.
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] =
        migrations!["0001_explore", "0002_listed", "0003_changes", "0004_ratings"];
    const FILES: &'static [HeldFiles] = &[HeldFiles { table: "person", fields: &["photourl"] }];
    type Config = ExploreConfig;
    type Api = api::ExploreApi;

    fn new(cx: &Cx, _: ExploreConfig) -> anyhow::Result<Self> {
        let store = store::Store::new(cx.db.clone());
        let roster = Arc::new(roster::Roster::new(store.clone()));
        let recent = Arc::new(recent::Recent::new(store, roster.clone()));
        Ok(Self { roster, recent, cx: cx.clone(), geocoder: PortHandle::default() })
    }

    fn provide(&self, ports: &mut Ports) {
        let (store, recent) = (self.store(), self.recent.clone());
        let registry = people::Registry { store, recent, geocoder: self.geocoder.clone() };
        ports.offer::<dyn People>(Self::NAME, Arc::new(registry));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let skills = ports.optional::<dyn Skills>();
        let geocoder = ports.require::<dyn Geocoder>(Self::NAME)?;
        self.geocoder.fill(&geocoder);
        let profiles = profile::Profiles {
            store: self.store(),
            geocoder: geocoder.clone(),
            files: ports.require::<dyn Files>(Self::NAME)?,
            accounts: ports.require::<dyn Accounts>(Self::NAME)?,
            skills: skills.clone(),
            ledger: ports.optional::<dyn Ledger>(),
            kyc: ports.optional::<dyn Kyc>(),
        };
        let directory = directory::Directory {
            store: self.store(),
            roster: self.roster.clone(),
            recent: self.recent.clone(),
            geocoder,
            skills,
        };
        let invites = invites::Invites {
            store: self.store(),
            accounts: profiles.accounts.clone(),
            ledger: profiles.ledger.clone(),
            public_url: self.cx.site.public_url.clone(),
        };
        let keep_up = Job { name: "explore.roster", every: KEEP_UP, runner: self.roster.clone() };
        let follows = follows::Follows { store: self.store(), cx: self.cx };
        Ok(Finished::api(api::explore(profiles, directory, follows, invites)).job(keep_up))
    }
}

impl Explore {
    fn store(&self) -> store::Store {
        store::Store::new(self.cx.db.clone())
    }
}

impl std::fmt::Debug for Explore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Explore")
    }
}
