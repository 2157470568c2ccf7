//! Cache of profiles and skills.
//!
//! Entries are never stale: an entry is used only if the people index knows of no change of the
//! person since the entry was read.

use std::{collections::HashMap, sync::Arc};

use moka::future::Cache;
use sparkyard_kernel::{
    ApiError, UserId,
    ports::{PersonInfo, SkillInfo, Skills},
};

use super::people_index::{LastChanges, PeopleIndex};
use crate::{error::ExploreError, store::PeopleStore};

/// Maximum number of entries per cache: a few megabytes.
const CAPACITY: u64 = 5_000;

/// Caches profiles, and the skills shown on cards.
pub(crate) struct PersonCache {
    store: PeopleStore,
    index: Arc<PeopleIndex>,
    infos: ChangeCache<PersonInfo>,
    skills: ChangeCache<Vec<SkillInfo>>,
}

impl PersonCache {
    pub(crate) fn new(store: PeopleStore, index: Arc<PeopleIndex>) -> Self {
        Self { store, index, infos: ChangeCache::new(), skills: ChangeCache::new() }
    }

    /// Returns the public data of the people among `ids`.
    pub(crate) async fn infos(
        &self,
        ids: &[UserId],
    ) -> Result<HashMap<UserId, PersonInfo>, ExploreError> {
        match self.index.is_loaded() {
            true => self.infos_at(ids, &self.index.last_changes(ids).await?).await,
            false => Ok(self.store.infos(ids).await?),
        }
    }

    /// Like [`infos`](Self::infos), for people whose latest changes are known.
    pub(crate) async fn infos_at(
        &self,
        ids: &[UserId],
        known: &LastChanges,
    ) -> Result<HashMap<UserId, PersonInfo>, ExploreError> {
        let (mut found, missing) = self.infos.get(ids, known).await;
        for (id, info) in self.store.infos(&missing).await? {
            // Unlisted people may be deleted, which the cache would not notice.
            if info.listed {
                self.infos.put(&id, known, info.clone()).await;
            }
            found.insert(id, info);
        }
        Ok(found)
    }

    /// Returns the first `most` approved skills of several people. `most` must be the same in every
    /// call, because it is not part of the cache key.
    pub(crate) async fn skills(
        &self,
        port: &dyn Skills,
        ids: &[UserId],
        known: &LastChanges,
        most: usize,
    ) -> Result<HashMap<UserId, Vec<SkillInfo>>, ApiError> {
        let (mut found, missing) = self.skills.get(ids, known).await;
        if missing.is_empty() {
            return Ok(found);
        }
        let mut read = port.of_people(&missing, false).await?;
        for id in missing {
            let mut skills = read.remove(&id).unwrap_or_default();
            skills.truncate(most);
            self.skills.put(&id, known, skills.clone()).await;
            found.insert(id, skills);
        }
        Ok(found)
    }
}

/// A cache by person; each value has the number of the latest change at the time of reading.
struct ChangeCache<T>(Cache<UserId, (i64, Arc<T>)>);

impl<T: Clone + Send + Sync + 'static> ChangeCache<T> {
    fn new() -> Self {
        Self(Cache::new(CAPACITY))
    }

    /// Returns valid entries, and the ids without one.
    async fn get(&self, ids: &[UserId], known: &LastChanges) -> (HashMap<UserId, T>, Vec<UserId>) {
        let (mut found, mut missing) = (HashMap::with_capacity(ids.len()), Vec::new());
        for id in ids {
            let changed = known.changed.get(id);
            let cached = self.0.get(id).await;
            match cached.filter(|(read_at, _)| changed.is_some_and(|changed| read_at >= changed)) {
                Some((_, thing)) => drop(found.insert(id.clone(), T::clone(&thing))),
                None => missing.push(id.clone()),
            }
        }
        (found, missing)
    }

    /// Caches a value that was read after `known`.
    async fn put(&self, id: &UserId, known: &LastChanges, thing: T) {
        self.0.insert(id.clone(), (known.as_of, Arc::new(thing))).await;
    }
}
