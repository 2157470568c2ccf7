//! Everybody who can be found, in memory: where they are, what they are called and offer, and when
//! what lists show of them last changed.
//!
//! Every such change has a number, given in the order of commits. Before each search the index
//! asks for the latest number, one record that the database keeps while nobody writes, and for
//! what changed since it last asked, which is nearly always nothing. So every process sees every
//! acknowledged change, its own and others'. The first search loads everyone; a job does so ahead
//! of it.

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard},
};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Timestamp, UserId,
    job::JobRunner,
    ports::{Neighbour, Skills},
};
use tokio::sync::OnceCell;

use self::index::Index;
pub(crate) use self::index::{Around, Names, Search};
use crate::{error::ExploreError, model::PersonChange, store::PeopleStore};

mod index;
mod names;
mod postings;

/// Numbers of changes read in one query: bounds what loading everyone takes.
const BATCH: i64 = 5_000;
/// People whose offers are read in one query.
const OFFERS_BATCH: usize = 500;

/// Everybody who can be found, kept up to date.
pub(crate) struct PeopleIndex {
    store: PeopleStore,
    /// Who knows what people offer; nobody where there are no skills.
    skills: OnceLock<Option<Arc<dyn Skills>>>,
    index: OnceCell<RwLock<Index>>,
}

/// When what lists show of some people last changed, as of one moment.
pub(crate) struct LastChanges {
    /// The number of the latest change of anybody.
    pub(crate) as_of: i64,
    /// That of the latest change of each; nobody else is known.
    pub(crate) changed: HashMap<UserId, i64>,
}

impl LastChanges {
    fn of<'a>(index: &Index, ids: impl Iterator<Item = &'a UserId>) -> Self {
        let changed = ids.filter_map(|id| Some((id.clone(), index.changed(id.as_str())?)));
        Self { as_of: index.known(), changed: changed.collect() }
    }
}

impl PeopleIndex {
    /// An index that loads itself when first asked.
    pub(crate) fn new(store: PeopleStore) -> Self {
        Self { store, skills: OnceLock::new(), index: OnceCell::new() }
    }

    /// Has it ask `skills` what people offer, before anybody asks it.
    pub(crate) fn ask_skills(&self, skills: Option<Arc<dyn Skills>>) {
        self.skills.get_or_init(|| skills);
    }

    /// Whether it answers at once.
    pub(crate) fn is_loaded(&self) -> bool {
        self.index.initialized()
    }

    /// Visible people, nearest first; and when they last changed.
    pub(crate) async fn near(
        &self,
        search: &Search<'_>,
    ) -> Result<(Vec<Neighbour>, LastChanges), ExploreError> {
        let index = read(self.current().await?);
        let found = index.near(search);
        let changes = LastChanges::of(&index, found.iter().map(|neighbour| &neighbour.id));
        Ok((found, changes))
    }

    /// Visible people by name, best fit first.
    pub(crate) async fn named(&self, names: &Names<'_>) -> Result<Vec<UserId>, ExploreError> {
        Ok(read(self.current().await?).named(names))
    }

    /// When those among `ids` last changed.
    pub(crate) async fn last_changes(&self, ids: &[UserId]) -> Result<LastChanges, ExploreError> {
        Ok(LastChanges::of(&read(self.current().await?), ids.iter()))
    }

    /// The index, with all that has happened until now.
    async fn current(&self) -> Result<&RwLock<Index>, ExploreError> {
        let index = self.index.get_or_try_init(|| self.load()).await?;
        let latest = self.store.latest_change().await?;
        let mut known = read(index).known();
        while known < latest {
            let (changes, until) = self.next_batch(known, latest).await?;
            index.write().unwrap_or_else(PoisonError::into_inner).follow(changes, until);
            known = until;
        }
        Ok(index)
    }

    /// The next changes after `known`, and the number up to which they are all. The last batch
    /// has also those that came after `latest` was read: somebody who changed again would be
    /// missing otherwise.
    async fn next_batch(
        &self,
        known: i64,
        latest: i64,
    ) -> Result<(Vec<PersonChange>, i64), ExploreError> {
        let until = (known + BATCH).min(latest);
        let bound = if until == latest { i64::MAX } else { until };
        let mut changes = self.store.changes(known, bound).await?;
        // What people offer is read after their changes: it is as new as those, or newer.
        self.note_offers(&mut changes).await?;
        Ok((changes, until))
    }

    /// Adds what those offer who can be found.
    async fn note_offers(&self, changes: &mut [PersonChange]) -> Result<(), ExploreError> {
        let before_the_start = || ApiError::internal("the index of people was asked too early");
        let Some(skills) = self.skills.get().ok_or_else(before_the_start)? else { return Ok(()) };
        for some in changes.chunks_mut(OFFERS_BATCH) {
            let found = some.iter().filter(|change| change.name.is_some());
            let ids: Vec<UserId> = found.map(|change| change.id.clone()).collect();
            if ids.is_empty() {
                continue;
            }
            let mut offered = skills.offered(&ids).await?;
            for change in some {
                change.offers = offered.remove(&change.id).unwrap_or_default();
            }
        }
        Ok(())
    }

    async fn load(&self) -> Result<RwLock<Index>, ExploreError> {
        let latest = self.store.latest_change().await?;
        let (mut index, mut known) = (Index::default(), 0);
        while known < latest {
            let (changes, until) = self.next_batch(known, latest).await?;
            index.take_in(changes, until);
            known = until;
        }
        index.settle();
        Ok(RwLock::new(index))
    }
}

#[async_trait]
impl JobRunner for PeopleIndex {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        self.current().await?;
        Ok(())
    }
}

fn read(index: &RwLock<Index>) -> RwLockReadGuard<'_, Index> {
    index.read().unwrap_or_else(PoisonError::into_inner)
}
