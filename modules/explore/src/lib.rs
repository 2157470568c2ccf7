//! People and places: profiles, who follows whom, and finding somebody near, in a city or by
//! name.
//!
//! It knows where everybody is, exactly, and tells nobody: others see people only through the
//! 500 m grid of `grid`. It must not know what skills, money or bookings are beyond the plain
//! data of their ports.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use serde::Deserialize;
use sparkyard_kernel::{
    Cx, Finished, HeldFiles, Job, Module, Ports,
    db::Migration,
    migrations,
    ports::{Accounts, Files, Geocoder, Ledger, People, Skills},
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
    geocoder: Arc<OnceLock<Arc<dyn Geocoder>>>,
}

impl Module for Explore {
    const NAME: &'static str = "explore";
    /// Every other module asks it about people.
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] =
        migrations!["0001_explore", "0002_listed", "0003_changes"];
    const FILES: &'static [HeldFiles] = &[HeldFiles { table: "person", fields: &["photourl"] }];
    type Config = ExploreConfig;
    type Api = api::ExploreApi;

    fn new(cx: &Cx, _: ExploreConfig) -> anyhow::Result<Self> {
        let store = store::Store::new(cx.db.clone());
        let roster = Arc::new(roster::Roster::new(store.clone()));
        let recent = Arc::new(recent::Recent::new(store, roster.clone()));
        Ok(Self { roster, recent, cx: cx.clone(), geocoder: Arc::default() })
    }

    fn provide(&self, ports: &mut Ports) {
        let (store, recent) = (self.store(), self.recent.clone());
        let registry = people::Registry { store, recent, geocoder: self.geocoder.clone() };
        ports.offer::<dyn People>(Self::NAME, Arc::new(registry));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let skills = ports.optional::<dyn Skills>();
        let geocoder = ports.require::<dyn Geocoder>(Self::NAME)?;
        self.geocoder.get_or_init(|| geocoder.clone());
        let profiles = profile::Profiles {
            store: self.store(),
            geocoder: geocoder.clone(),
            files: ports.require::<dyn Files>(Self::NAME)?,
            accounts: ports.require::<dyn Accounts>(Self::NAME)?,
            skills: skills.clone(),
            ledger: ports.optional::<dyn Ledger>(),
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
