//! Business rules about people, by topic.

mod address;
mod blocks;
mod directory;
mod follows;
mod invites;
mod people_index;
mod person_cache;
mod profile;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Ports,
    ports::{Accounts, BillingMethods, Files, Geocoder, Kyc, Ledger, Payouts, Skills, Vetting},
};

pub(crate) use self::{
    directory::{MAX_NEIGHBOURS, city_key},
    people_index::{Around, PeopleIndex, Search},
    person_cache::PersonCache,
};
use crate::{config::ExploreConfig, store::PeopleStore};

/// State shared by all operations.
pub(crate) struct ExploreService {
    cx: Cx,
    config: ExploreConfig,
    store: PeopleStore,
    index: Arc<PeopleIndex>,
    cache: Arc<PersonCache>,
    geocoder: Arc<dyn Geocoder>,
    files: Arc<dyn Files>,
    accounts: Arc<dyn Accounts>,
    skills: Option<Arc<dyn Skills>>,
    ledger: Option<Arc<dyn Ledger>>,
    kyc: Option<Arc<dyn Kyc>>,
    vetting: Option<Arc<dyn Vetting>>,
    payouts: Option<Arc<dyn Payouts>>,
    billing: Option<Arc<dyn BillingMethods>>,
}

impl ExploreService {
    /// Creates the service, resolving the ports of `module`. Fails if a required port is missing.
    pub(crate) fn new(
        module: &'static str,
        cx: Cx,
        config: ExploreConfig,
        index: Arc<PeopleIndex>,
        cache: Arc<PersonCache>,
        ports: &Ports,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            store: PeopleStore::new(cx.db.clone()),
            cx,
            config,
            index,
            cache,
            geocoder: ports.require::<dyn Geocoder>(module)?,
            files: ports.require::<dyn Files>(module)?,
            accounts: ports.require::<dyn Accounts>(module)?,
            skills: ports.optional::<dyn Skills>(),
            ledger: ports.optional::<dyn Ledger>(),
            kyc: ports.optional::<dyn Kyc>(),
            vetting: ports.optional::<dyn Vetting>(),
            payouts: ports.optional::<dyn Payouts>(),
            billing: ports.optional::<dyn BillingMethods>(),
        })
    }
}
