//! What was lately read about people, kept in memory until they change.
//!
//! Nothing here can be out of date: an entry counts only while the roster knows of no later
//! change of its owner than the moment at which it was read.

use std::{collections::HashMap, sync::Arc};

use moka::future::Cache;
use sparkyard_kernel::{
    ApiError, UserId,
    db::DbError,
    ports::{PersonInfo, SkillInfo, Skills},
};

use crate::{
    roster::{Roster, Stamps},
    store::Store,
};

/// People whose profile or skills are kept: a few megabytes.
const KEPT: u64 = 5_000;

/// Profiles of people, and the skills that their cards show.
pub(crate) struct Recent {
    store: Store,
    roster: Arc<Roster>,
    infos: Shelf<PersonInfo>,
    skills: Shelf<Vec<SkillInfo>>,
}

impl Recent {
    pub(crate) fn new(store: Store, roster: Arc<Roster>) -> Self {
        Self { store, roster, infos: Shelf::new(), skills: Shelf::new() }
    }

    /// What others may know of the people among `ids`.
    pub(crate) async fn infos(
        &self,
        ids: &[UserId],
    ) -> Result<HashMap<UserId, PersonInfo>, DbError> {
        match self.roster.is_loaded() {
            true => self.infos_at(ids, &self.roster.stamps(ids).await?).await,
            false => self.store.infos(ids).await,
        }
    }

    /// The same, of people of whom it is known when they changed last.
    pub(crate) async fn infos_at(
        &self,
        ids: &[UserId],
        stamps: &Stamps,
    ) -> Result<HashMap<UserId, PersonInfo>, DbError> {
        let (mut found, missing) = self.infos.take(ids, stamps).await;
        for (id, info) in self.store.infos(&missing).await? {
            // Who is not listed may be forgotten altogether, which nobody would notice.
            if info.listed {
                self.infos.put(&id, stamps, info.clone()).await;
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
        stamps: &Stamps,
        most: usize,
    ) -> Result<HashMap<UserId, Vec<SkillInfo>>, ApiError> {
        let (mut found, missing) = self.skills.take(ids, stamps).await;
        if missing.is_empty() {
            return Ok(found);
        }
        let mut read = port.of_people(&missing, false).await?;
        for id in missing {
            let mut skills = read.remove(&id).unwrap_or_default();
            skills.truncate(most);
            self.skills.put(&id, stamps, skills.clone()).await;
            found.insert(id, skills);
        }
        Ok(found)
    }
}

/// One kind of thing about people, each with the number of the latest change when it was read.
struct Shelf<T>(Cache<UserId, (i64, Arc<T>)>);

impl<T: Clone + Send + Sync + 'static> Shelf<T> {
    fn new() -> Self {
        Self(Cache::new(KEPT))
    }

    /// What is kept of `ids` and still true, and those of whom nothing is.
    async fn take(&self, ids: &[UserId], stamps: &Stamps) -> (HashMap<UserId, T>, Vec<UserId>) {
        let (mut found, mut missing) = (HashMap::with_capacity(ids.len()), Vec::new());
        for id in ids {
            let changed = stamps.changed.get(id);
            let kept = self.0.get(id).await;
            match kept.filter(|(read_at, _)| changed.is_some_and(|changed| read_at >= changed)) {
                Some((_, thing)) => drop(found.insert(id.clone(), T::clone(&thing))),
                None => missing.push(id.clone()),
            }
        }
        (found, missing)
    }

    /// Keeps what was read after `stamps` were.
    async fn put(&self, id: &UserId, stamps: &Stamps, thing: T) {
        self.0.insert(id.clone(), (stamps.as_of, Arc::new(thing))).await;
    }
}
