//! What people may mean by what they type: the catalogue, the words that admins added to it, and
//! names outside it that staff approved. All of it is in memory; a counter, written with every
//! change, tells when to read again what is in the database.

use std::sync::{Arc, PoisonError, RwLock};

use sparkyard_kernel::db::DbError;

use crate::{
    model::{
        catalogue::{AddedWords, Catalogue},
        words::{Phrase, Term},
    },
    store::SkillStore,
};

/// Approved names that are searched: more than any community has.
const MOST: usize = 10_000;
/// Approved names found in one search.
const FOUND: usize = 8;

/// All words by which skills are found.
pub(crate) struct Vocabulary {
    store: SkillStore,
    catalogue: Arc<Catalogue>,
    loaded: RwLock<Option<Arc<Known>>>,
}

/// What the database held after so many changes.
struct Known {
    changes: i64,
    /// Approved names with their slugs.
    names: Vec<(String, Phrase)>,
    added: AddedWords,
}

impl Vocabulary {
    pub(crate) fn new(store: SkillStore, catalogue: Arc<Catalogue>) -> Self {
        Self { store, catalogue, loaded: RwLock::default() }
    }

    /// Slugs of the categories, and of some approved names, that `text` may mean: as it is typed,
    /// or else with one letter wrong in each word.
    pub(crate) async fn meant_by(&self, text: &str) -> Result<Vec<String>, DbError> {
        let Some(term) = Term::new(text) else { return Ok(Vec::new()) };
        let known = self.current().await?;
        let find = |misspelt: bool| {
            let mut slugs = self.catalogue.find(&term, &known.added, misspelt);
            let names = known.names.iter();
            let fitting = names.filter(|(_, name)| term.fits(&[name].into_iter(), misspelt));
            slugs.extend(fitting.take(FOUND).map(|(slug, _)| slug.clone()));
            slugs
        };
        let typed = find(false);
        Ok(if typed.is_empty() { find(true) } else { typed })
    }

    async fn current(&self) -> Result<Arc<Known>, DbError> {
        let changes = self.store.vocabulary_changes().await?;
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = loaded.filter(|known| known.changes >= changes) {
            return Ok(known);
        }
        let names = self.store.approved_names(MOST).await?;
        let slugs = self.catalogue.entries().iter().map(|entry| &*entry.id);
        let words = self.store.words_of(slugs).await?;
        let phrases = |words: Vec<String>| words.iter().map(|word| Phrase::new(word)).collect();
        let known = Arc::new(Known {
            changes,
            names: names.into_iter().map(|(slug, name)| (slug, Phrase::new(&name))).collect(),
            added: words.into_iter().map(|(slug, words)| (slug, phrases(words))).collect(),
        });
        *self.loaded.write().unwrap_or_else(PoisonError::into_inner) = Some(known.clone());
        Ok(known)
    }
}
