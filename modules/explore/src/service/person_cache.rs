//! What was lately read about people, cached until they change.
//!
//! Nothing here can be out of date: an entry counts only while the index of people knows of no
//! later change of its owner than the moment at which it was read.

use std::{collections::HashMap, sync::Arc};

use moka::future::Cache;
use sparkyard_kernel::{
    ApiError, UserId,
    ports::{PersonInfo, SkillInfo, Skills},
};

use super::people_index::{LastChanges, PeopleIndex};
use crate::{error::ExploreError, store::PeopleStore};

/// People whose profile or skills are cached: a few megabytes.
const CAPACITY: u64 = 5_000;

/// Profiles of people, and the skills that their cards show.
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

    /// What others may know of the people among `ids`.
    pub(crate) async fn infos(
        &self,
        ids: &[UserId],
    ) -> Result<HashMap<UserId, PersonInfo>, ExploreError> {
        match self.index.is_loaded() {
            true => self.infos_at(ids, &self.index.last_changes(ids).await?).await,
            false => Ok(self.store.infos(ids).await?),
        }
    }

    /// The same, of people of whom it is known when they changed last.
    pub(crate) async fn infos_at(
        &self,
        ids: &[UserId],
        known: &LastChanges,
    ) -> Result<HashMap<UserId, PersonInfo>, ExploreError> {
        let (mut found, missing) = self.infos.get(ids, known).await;
        for (id, info) in self.store.infos(&missing).await? {
            // Who is not listed may be forgotten altogether, which nobody would notice.
            if info.listed {
                self.infos.put(&id, known, info.clone()).await;
            }
            found.insert(id, info);
        }
        Ok(found)
    }

    /// The first `most` approved skills of several people, always the same `most`.
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

/// One kind of thing about people, each with the number of the latest change when it was read.
struct ChangeCache<T>(Cache<UserId, (i64, Arc<T>)>);

impl<T: Clone + Send + Sync + 'static> ChangeCache<T> {
    fn new() -> Self {
        Self(Cache::new(CAPACITY))
    }

    /// What is cached of `ids` and still true, and those of whom nothing is.
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

    /// Caches what was read after `known` was.
    async fn put(&self, id: &UserId, known: &LastChanges, thing: T) {
        self.0.insert(id.clone(), (known.as_of, Arc::new(thing))).await;
    }
}
