//! Names outside the catalogue that staff approved, in memory: they are few, and looked through
//! with every search. A counter, written with every decision, tells when to read them again.

use std::sync::{Arc, PoisonError, RwLock};

use sparkyard_kernel::{db::DbError, fold::fold};

use crate::store::SkillStore;

/// Approved names that are searched: more than any community has.
const MOST: usize = 10_000;
/// Names found in one search.
const FOUND: usize = 8;

/// Approved names.
pub(crate) struct ApprovedNames {
    store: SkillStore,
    loaded: RwLock<Option<Loaded>>,
}

/// All of them after so many decisions: each folded, with its slug.
#[derive(Clone)]
struct Loaded {
    decisions: i64,
    names: Arc<[(String, String)]>,
}

impl ApprovedNames {
    pub(crate) fn new(store: SkillStore) -> Self {
        Self { store, loaded: RwLock::default() }
    }

    /// Slugs of some names in which a word begins with each word of `wanted`, which is folded.
    pub(crate) async fn find(&self, wanted: &str) -> Result<Vec<String>, DbError> {
        let names = self.current().await?;
        let fitting = names.iter().filter(|(name, _)| begins(name, wanted));
        Ok(fitting.take(FOUND).map(|(_, slug)| slug.clone()).collect())
    }

    async fn current(&self) -> Result<Arc<[(String, String)]>, DbError> {
        let decisions = self.store.decisions().await?;
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(loaded) = loaded.filter(|loaded| loaded.decisions >= decisions) {
            return Ok(loaded.names);
        }
        let read = self.store.approved_names(MOST).await?;
        let names: Arc<[_]> = read.into_iter().map(|(slug, name)| (fold(&name), slug)).collect();
        let loaded = Loaded { decisions, names: names.clone() };
        *self.loaded.write().unwrap_or_else(PoisonError::into_inner) = Some(loaded);
        Ok(names)
    }
}

/// Whether every wanted word begins a word of the name.
fn begins(name: &str, wanted: &str) -> bool {
    wanted.split(' ').all(|start| name.split(' ').any(|word| word.starts_with(start)))
}
