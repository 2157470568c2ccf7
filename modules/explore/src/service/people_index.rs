//! In-memory index of visible people: location, names, offers, and the last change of listed data.
//!
//! Every such change has a number, given in the order of commits. Before each search the index
//! reads the latest number, one record that is cached while nobody changes, and the changes since
//! its last read, of which there are nearly always none. So every process sees every acknowledged
//! change, its own and others'. The first search loads everyone; a job does so ahead of it, and
//! saves the index from time to time, so that the next start reads a file and the changes since.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
    time::Duration,
};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Cx, Timestamp, UserId,
    job::JobRunner,
    module::Loading,
    ports::{LastChanges, Neighbour, Skills},
};
use tokio::{sync::OnceCell, task::spawn_blocking};
use tracing::{info, warn};

pub(crate) use self::{
    index::{Around, Search},
    names::{NameFit, Names},
};
use self::{
    index::{Index, SavedIndex},
    snapshot::SnapshotFile,
};
use crate::{error::ExploreError, model::PersonChange, store::PeopleStore};

mod index;
mod names;
mod offers;
mod postings;
mod snapshot;
#[cfg(test)]
mod tests;

/// Number of change numbers per query; bounds the memory used while following changes.
const BATCH: i64 = 5_000;
/// Number of people per page while all are loaded; bounds the memory used.
const PAGE: u32 = 5_000;
/// Number of people whose offers are read in one query.
const OFFERS_BATCH: usize = 500;
/// Number of people from which the index is saved; fewer are loaded as quickly.
const FEW: usize = 1_000;
/// The index is saved again when more than one in this many people have changed.
const ONE_IN: usize = 20;
/// Age at which a file that misses any change is replaced: it names all who were visible when it
/// was written, including people who have left since.
const MAX_AGE: Duration = Duration::from_hours(1);

/// Index of visible people, kept up to date.
pub(crate) struct PeopleIndex {
    cx: Cx,
    store: PeopleStore,
    /// Port that offers are read from; `None` without the skills module.
    skills: OnceLock<Option<Arc<dyn Skills>>>,
    index: OnceCell<RwLock<Index>>,
    file: SnapshotFile,
    /// Last change in the file, and time at which it was written or loaded.
    saved: Mutex<(i64, Timestamp)>,
    /// Number of people and skills loaded, and their total.
    progress: (AtomicI64, AtomicI64),
}

impl PeopleIndex {
    /// Creates an index that loads itself at the first search.
    pub(crate) fn new(store: PeopleStore, cx: &Cx) -> Self {
        Self {
            store,
            skills: OnceLock::new(),
            index: OnceCell::new(),
            file: SnapshotFile::new(&cx.data_dir),
            saved: Mutex::new((0, Timestamp::EPOCH)),
            progress: Default::default(),
            cx: cx.clone(),
        }
    }

    /// Sets the port that offers are read from. Call it before the first search.
    pub(crate) fn ask_skills(&self, skills: Option<Arc<dyn Skills>>) {
        self.skills.get_or_init(|| skills);
    }

    fn skills(&self) -> Result<Option<&Arc<dyn Skills>>, ApiError> {
        let too_early = || ApiError::internal("the index of people was asked too early");
        Ok(self.skills.get().ok_or_else(too_early)?.as_ref())
    }

    /// Checks whether the index is loaded, so that searches do not wait.
    pub(crate) fn is_loaded(&self) -> bool {
        self.index.initialized()
    }

    /// Returns visible people, nearest first, and their last changes.
    pub(crate) async fn near(
        &self,
        search: &Search<'_>,
    ) -> Result<(Vec<Neighbour>, LastChanges), ExploreError> {
        let index = read(self.current().await?);
        let found = index.near(search);
        let changes = last_changes(&index, found.iter().map(|neighbour| &neighbour.id));
        Ok((found, changes))
    }

    /// Returns visible people by name, best match first.
    pub(crate) async fn named(&self, names: &Names<'_>) -> Result<Vec<UserId>, ExploreError> {
        Ok(read(self.current().await?).named(names))
    }

    /// Returns the last changes of the people among `ids`.
    pub(crate) async fn last_changes(&self, ids: &[UserId]) -> Result<LastChanges, ExploreError> {
        Ok(last_changes(&read(self.current().await?), ids.iter()))
    }

    /// Returns the index, updated to the latest change.
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

    /// Returns the next changes after `known`, and the number up to which they are complete. The
    /// last batch includes changes after `latest` was read; otherwise a person who changed again
    /// would be missing.
    async fn next_batch(
        &self,
        known: i64,
        latest: i64,
    ) -> Result<(Vec<PersonChange>, i64), ExploreError> {
        let until = (known + BATCH).min(latest);
        let bound = if until == latest { i64::MAX } else { until };
        let mut changes = self.store.changes(known, bound).await?;
        // Offers are read after the changes: they are as new, or newer.
        self.note_offers(&mut changes).await?;
        Ok((changes, until))
    }

    /// Adds the offers of visible people.
    async fn note_offers(&self, changes: &mut [PersonChange]) -> Result<(), ExploreError> {
        let Some(skills) = self.skills()? else { return Ok(()) };
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
        let restored = self.restore(latest).await.unwrap_or_else(|cause| {
            warn!("the saved index of people cannot be used: {cause:#}");
            None
        });
        if let Some(index) = restored {
            return Ok(RwLock::new(index));
        }
        Ok(RwLock::new(self.load_everybody(latest).await?))
    }

    /// Loads the index from the tables, in key order. Changes made meanwhile have numbers after
    /// `latest`.
    async fn load_everybody(&self, latest: i64) -> Result<Index, ExploreError> {
        let skills = self.skills()?;
        let offered = match skills {
            Some(skills) => i64::try_from(skills.count().await?).unwrap_or(i64::MAX),
            None => 0,
        };
        let (loaded, all) = &self.progress;
        loaded.store(0, Relaxed);
        all.store(self.store.count().await? + offered, Relaxed);
        let mut index = Index::default();
        let mut after = UserId::from("");
        loop {
            let people = self.store.people_after(after.as_str(), PAGE).await?;
            let Some(last) = people.last() else { break };
            after = last.id.clone();
            loaded.fetch_add(length(&people), Relaxed);
            index.take_in(people, latest);
        }
        // Offers are read after the people: they are as new, or newer.
        let mut after = None;
        while let Some(skills) = skills {
            let (offers, last) = skills.all_offered(after.as_ref()).await?;
            if last.is_none() {
                break;
            }
            after = last;
            loaded.fetch_add(length(&offers), Relaxed);
            for (id, offer) in &offers {
                index.take_in_offer(id, offer);
            }
        }
        index.settle();
        Ok(index)
    }

    /// Loads the saved index, unless it is of another database, or of a later state of this one.
    async fn restore(&self, latest: i64) -> anyhow::Result<Option<Index>> {
        let file = self.file.clone();
        let Some((token, saved)) = spawn_blocking(move || file.read()).await?? else {
            return Ok(None);
        };
        let known = saved.known();
        if known > latest || !self.store.has_snapshot(token).await? {
            info!("the saved index of people belongs to another database: loading all people");
            return Ok(None);
        }
        let index = spawn_blocking(move || Index::restore(saved)).await?;
        *self.saved() = (known, self.cx.now());
        Ok(index)
    }

    /// Saves the index if enough has changed since the last time.
    async fn save(&self, index: &RwLock<Index>) -> anyhow::Result<()> {
        let Some((until, saved)) = self.to_be_saved(index) else { return Ok(()) };
        let token = self.cx.ids.next();
        // The token is stored first: a stop in between leaves the previous file, which stays valid.
        self.store.note_snapshot(token.clone()).await?;
        let file = self.file.clone();
        spawn_blocking(move || file.write(token, saved)).await??;
        *self.saved() = (until, self.cx.now());
        Ok(())
    }

    fn saved(&self) -> MutexGuard<'_, (i64, Timestamp)> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of the latest change and the index, if enough has changed.
    fn to_be_saved(&self, index: &RwLock<Index>) -> Option<(i64, SavedIndex)> {
        let (before, at) = *self.saved();
        let index = read(index);
        let changes = usize::try_from(index.known() - before).unwrap_or(0);
        let many = changes > index.len() / ONE_IN;
        let old = changes > 0 && self.cx.now().since(at) >= MAX_AGE;
        (index.len() >= FEW && (many || old)).then(|| (index.known(), index.save()))
    }
}

impl Loading for PeopleIndex {
    fn progress(&self) -> Option<String> {
        let (loaded, all) = (self.progress.0.load(Relaxed), self.progress.1.load(Relaxed));
        let percent = (loaded * 100).checked_div(all).unwrap_or(0).min(99);
        let progress = || format!("Everybody who can be found is being loaded: {percent}% so far.");
        (!self.is_loaded()).then(progress)
    }
}

fn last_changes<'a>(index: &Index, ids: impl Iterator<Item = &'a UserId>) -> LastChanges {
    let changed = ids.filter_map(|id| Some((id.clone(), index.changed(id.as_str())?)));
    LastChanges { as_of: index.known(), changed: changed.collect() }
}

fn length<T>(rows: &[T]) -> i64 {
    i64::try_from(rows.len()).unwrap_or(i64::MAX)
}

#[async_trait]
impl JobRunner for PeopleIndex {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        let index = self.current().await?;
        self.save(index).await
    }
}

fn read(index: &RwLock<Index>) -> RwLockReadGuard<'_, Index> {
    index.read().unwrap_or_else(PoisonError::into_inner)
}
