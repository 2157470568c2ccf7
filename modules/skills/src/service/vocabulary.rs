//! Categories with their words, and approved names outside them, all in memory. A counter in the
//! database, incremented with every change, tells when to reload them.

use std::sync::{Arc, PoisonError, RwLock};

use sparkyard_kernel::{db::DbError, ports::SkillQuery};

use crate::{
    model::{catalogue::Catalogue, search::Known},
    store::SkillStore,
};

/// Maximum number of approved names that are searched: more than any community has.
const MOST: usize = 10_000;

/// The categories, and all words that find skills.
pub(crate) struct Vocabulary {
    store: SkillStore,
    built_in: Arc<Catalogue>,
    loaded: RwLock<Option<Loaded>>,
}

#[derive(Clone)]
struct Loaded {
    /// Number of changes when it was read.
    as_of: i64,
    catalogue: Arc<Catalogue>,
    known: Arc<Known>,
}

impl Vocabulary {
    pub(crate) fn new(store: SkillStore, built_in: Catalogue) -> Self {
        Self { store, built_in: Arc::new(built_in), loaded: RwLock::default() }
    }

    /// Parses `text` into a query.
    pub(crate) async fn query(&self, text: &str) -> Result<SkillQuery, DbError> {
        Ok(self.words().await?.query(text))
    }

    /// Returns the present words.
    pub(crate) async fn words(&self) -> Result<Arc<Known>, DbError> {
        Ok(self.current().await?.known)
    }

    /// Returns the present categories.
    pub(crate) async fn catalogue(&self) -> Result<Arc<Catalogue>, DbError> {
        Ok(self.current().await?.catalogue)
    }

    /// Returns the categories as last read, for callers that cannot wait. A job reads them at the
    /// start and then every minute, and so does every search.
    pub(crate) fn last_catalogue(&self) -> Arc<Catalogue> {
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        loaded.as_ref().map_or(&self.built_in, |loaded| &loaded.catalogue).clone()
    }

    /// Returns the built-in categories.
    pub(crate) fn built_in(&self) -> &Catalogue {
        &self.built_in
    }

    async fn current(&self) -> Result<Loaded, DbError> {
        let changes = self.store.vocabulary_changes().await?;
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(loaded) = loaded.filter(|loaded| loaded.as_of >= changes) {
            return Ok(loaded);
        }
        let catalogue = Arc::new(self.store.catalogue(&self.built_in).await?);
        let names = self.store.approved_names(MOST).await?;
        let slugs = catalogue.entries().iter().map(|entry| &*entry.id);
        let added = self.store.words_of(slugs).await?;
        let known = Arc::new(Known::new(&catalogue, &added, &names));
        let loaded = Loaded { as_of: changes, catalogue, known };
        *self.loaded.write().unwrap_or_else(PoisonError::into_inner) = Some(loaded.clone());
        Ok(loaded)
    }
}
