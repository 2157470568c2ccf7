//! Words of the catalogue, those that admins added, and approved names outside it, all in memory. A
//! counter in the database, incremented with every change, tells when to reload them.

use std::sync::{Arc, PoisonError, RwLock};

use sparkyard_kernel::{db::DbError, ports::SkillQuery};

use crate::{
    model::{catalogue::Catalogue, search::Known},
    store::SkillStore,
};

/// Maximum number of approved names that are searched: more than any community has.
const MOST: usize = 10_000;

/// All words that find skills.
pub(crate) struct Vocabulary {
    store: SkillStore,
    catalogue: Arc<Catalogue>,
    loaded: RwLock<Option<(i64, Arc<Known>)>>,
}

impl Vocabulary {
    pub(crate) fn new(store: SkillStore, catalogue: Arc<Catalogue>) -> Self {
        Self { store, catalogue, loaded: RwLock::default() }
    }

    /// Parses `text` into a query.
    pub(crate) async fn query(&self, text: &str) -> Result<SkillQuery, DbError> {
        Ok(self.current().await?.query(text))
    }

    /// Returns the present words.
    pub(crate) async fn current(&self) -> Result<Arc<Known>, DbError> {
        let changes = self.store.vocabulary_changes().await?;
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, known)) = loaded.filter(|(as_of, _)| *as_of >= changes) {
            return Ok(known);
        }
        let names = self.store.approved_names(MOST).await?;
        let slugs = self.catalogue.entries().iter().map(|entry| &*entry.id);
        let added = self.store.words_of(slugs).await?;
        let known = Arc::new(Known::new(&self.catalogue, &added, &names));
        let loaded = Some((changes, known.clone()));
        *self.loaded.write().unwrap_or_else(PoisonError::into_inner) = loaded;
        Ok(known)
    }
}
