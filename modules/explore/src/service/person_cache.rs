//! Cache of profiles.

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    ChangeCache, UserId,
    ports::{LastChanges, PersonInfo},
};

use super::people_index::PeopleIndex;
use crate::{error::ExploreError, store::PeopleStore};

/// Caches the profiles shown in lists.
pub(crate) struct PersonCache {
    store: PeopleStore,
    index: Arc<PeopleIndex>,
    infos: ChangeCache<PersonInfo>,
}

impl PersonCache {
    pub(crate) fn new(store: PeopleStore, index: Arc<PeopleIndex>) -> Self {
        let text_bytes = |info: &PersonInfo| {
            let photo = info.photourl.as_ref().map_or(0, String::len);
            info.firstname.len() + info.lastname.len() + info.location.len() + photo
        };
        Self { store, index, infos: ChangeCache::new(text_bytes) }
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
        let (cached, missing) = self.infos.get(ids, known).await;
        let mut found: HashMap<_, _> =
            cached.into_iter().map(|(id, info)| (id, PersonInfo::clone(&info))).collect();
        for (id, info) in self.store.infos(&missing).await? {
            // Unlisted people may be deleted, which the cache would not notice.
            if info.listed {
                self.infos.put(id.clone(), known, Arc::new(info.clone())).await;
            }
            found.insert(id, info);
        }
        Ok(found)
    }
}
