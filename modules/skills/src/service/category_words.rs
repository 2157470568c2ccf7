//! Words that admins add to categories.

use sparkyard_kernel::{
    ApiError, Caller, Page, PageQuery, audit::AuditEntry, text, validate::Checks,
};

use super::SkillService;
use crate::{
    error::SkillsError,
    model::{
        CategoryWords,
        catalogue::{Catalogue, Entry},
        words::words,
    },
};

const MIN_WORD: usize = 2;
const MAX_WORD: usize = 40;

impl SkillService {
    /// Lists the words of all categories, in the order of the catalogue.
    pub(crate) async fn words(&self, page: &PageQuery) -> Result<Page<CategoryWords>, SkillsError> {
        let catalogue = self.catalogue().await?;
        let page = Page::slice(catalogue.entries().iter().collect(), page)?;
        let slugs = page.items.iter().map(|entry| &*entry.id);
        let mut added = self.store.words_of(slugs).await?;
        Ok(page.map(|entry| called(entry, added.remove(&entry.id).unwrap_or_default())))
    }

    /// Adds a word to a category; an existing one changes nothing. Fails with
    /// `skills.too_many_words`.
    pub(crate) async fn add_word(
        &self,
        admin: &Caller,
        category: &str,
        word: &str,
    ) -> Result<CategoryWords, SkillsError> {
        Checks::new()
            .line("word", word, MIN_WORD, MAX_WORD)
            .check("word", !words(word).is_empty(), "Please write a word.")
            .finish()?;
        let catalogue = self.catalogue().await?;
        let entry = entry(&catalogue, category)?;
        let word = text::line(word).to_lowercase();
        let added = self.words_added(entry).await?;
        if entry.is_called(&word) || added.contains(&word) {
            return Ok(called(entry, added));
        }
        let audit = self.word_audit(admin, "skills.word_added", entry, &word);
        Ok(called(entry, self.store.add_word(&entry.id, word, audit).await?))
    }

    /// Removes an added word; an unknown one changes nothing.
    pub(crate) async fn remove_word(
        &self,
        admin: &Caller,
        category: &str,
        word: &str,
    ) -> Result<CategoryWords, SkillsError> {
        Checks::new().line("word", word, MIN_WORD, MAX_WORD).finish()?;
        let catalogue = self.catalogue().await?;
        let entry = entry(&catalogue, category)?;
        let word = text::line(word).to_lowercase();
        let added = self.words_added(entry).await?;
        if !added.contains(&word) {
            return Ok(called(entry, added));
        }
        let audit = self.word_audit(admin, "skills.word_removed", entry, &word);
        Ok(called(entry, self.store.remove_word(&entry.id, word, audit).await?))
    }

    async fn words_added(&self, entry: &Entry) -> Result<Vec<String>, SkillsError> {
        let words = self.store.words_of([&*entry.id].into_iter()).await?;
        Ok(words.into_values().next().unwrap_or_default())
    }

    fn word_audit<'a>(
        &self,
        admin: &'a Caller,
        action: &'static str,
        entry: &Entry,
        word: &str,
    ) -> AuditEntry<'a> {
        AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: admin.id.as_str(),
            action,
            subject: format!("skill_category:{}", entry.id),
            detail: word.to_owned(),
        }
    }
}

fn entry<'a>(catalogue: &'a Catalogue, category: &str) -> Result<&'a Entry, ApiError> {
    let unknown = || ApiError::invalid("category", "There is no such category.");
    catalogue.entry(category).ok_or_else(unknown)
}

fn called(entry: &Entry, added: Vec<String>) -> CategoryWords {
    CategoryWords {
        slug: entry.id.clone(),
        title: entry.title.clone(),
        words: entry.keywords.clone(),
        added,
    }
}
