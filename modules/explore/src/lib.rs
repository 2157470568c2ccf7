//! People and places: profiles, who follows whom, and finding somebody near, in a city or by
//! name.
//!
//! It knows where everybody is, exactly, and tells nobody: others see people only through the
//! 500 m grid of `grid`. It must not know what skills, money or bookings are beyond the plain
//! data of their ports.

use std::sync::Arc;

use serde::Deserialize;
use sparkyard_kernel::{
    Cx, Finished, Module, Ports,
    db::Migration,
    migrations,
    ports::{Accounts, Files, Geocoder, Ledger, People, Skills},
};

mod api;
mod directory;
mod error;
mod fold;
mod follows;
mod gazetteer;
mod grid;
mod model;
mod nearby;
mod people;
mod profile;
mod referral;
mod store;

/// The `[explore]` section of the configuration; it has no settings.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExploreConfig {}

/// The module.
pub struct Explore {
    cx: Cx,
    gazetteer: Arc<gazetteer::Gazetteer>,
}

impl Module for Explore {
    const NAME: &'static str = "explore";
    /// Every other module asks it about people.
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] = migrations!["0001_explore", "0002_listed"];
    type Config = ExploreConfig;
    type Api = api::ExploreApi;

    fn new(cx: &Cx, _: ExploreConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), gazetteer: Arc::new(gazetteer::Gazetteer::embedded()?) })
    }

    fn provide(&self, ports: &mut Ports) {
        let (store, gazetteer) = (self.store(), self.gazetteer.clone());
        let registry = people::Registry { store, gazetteer: gazetteer.clone() };
        ports.offer::<dyn People>(Self::NAME, Arc::new(registry));
        ports.offer::<dyn Geocoder>(Self::NAME, gazetteer);
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let skills = ports.optional::<dyn Skills>();
        let profiles = profile::Profiles {
            store: self.store(),
            gazetteer: self.gazetteer.clone(),
            files: ports.require::<dyn Files>(Self::NAME)?,
            accounts: ports.require::<dyn Accounts>(Self::NAME)?,
            skills: skills.clone(),
            ledger: ports.optional::<dyn Ledger>(),
        };
        let directory = directory::Directory {
            store: self.store(),
            nearby: nearby::Nearby::new(self.store()),
            gazetteer: self.gazetteer.clone(),
            skills,
        };
        let follows = follows::Follows { store: self.store(), cx: self.cx };
        Ok(Finished::api(api::explore(profiles, directory, follows, self.gazetteer)))
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
