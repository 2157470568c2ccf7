//! Words that admins added to categories.

use std::collections::HashMap;

use sparkyard_kernel::{
    audit::AuditEntry,
    db::{DbError, SurrealValue},
};
use surrealdb::types::RecordId;

use super::SkillStore;
use crate::{error::VIOLATIONS, model::MAX_WORDS};

/// Signals to every process that categories, names or words changed.
pub(super) const NEXT_CHANGE: &str =
    "UPSERT type::record('counter', 'skills.decisions') SET n = (n ?? 0) + 1";

impl SkillStore {
    /// Returns the number of changes of categories, approved names and added words.
    pub(crate) async fn vocabulary_changes(&self) -> Result<i64, DbError> {
        #[derive(SurrealValue)]
        struct CounterRow {
            n: i64,
        }
        let row: Option<CounterRow> = self.db.get("counter", "skills.decisions".to_owned()).await?;
        Ok(row.map_or(0, |row| row.n))
    }

    /// Returns the words added to some categories; categories without any are left out.
    pub(crate) async fn words_of(
        &self,
        slugs: impl Iterator<Item = &str>,
    ) -> Result<HashMap<String, Vec<String>>, DbError> {
        #[derive(SurrealValue)]
        struct WordsRow {
            slug: String,
            words: Vec<String>,
        }
        let records: Vec<RecordId> = slugs.map(|slug| RecordId::new("skill_words", slug)).collect();
        let query = self.db.query("SELECT record::id(id) AS slug, words FROM $records");
        let rows = query.bind("records", records).fetch::<WordsRow>().await?;
        Ok(rows.into_iter().map(|row| (row.slug, row.words)).collect())
    }

    /// Adds a word to a category; returns all its added words. Fails with `skills.too_many_words`.
    pub(crate) async fn add_word(
        &self,
        slug: &str,
        word: String,
        audit: AuditEntry<'_>,
    ) -> Result<Vec<String>, DbError> {
        self.db
            .write("skills.add_word")
            .violations(VIOLATIONS)
            .bind("slug", slug.to_owned())
            .bind("word", word)
            .bind("max_words", MAX_WORDS)
            .step(
                "LET $saved = (UPSERT ONLY type::record('skill_words', $slug) SET \
                 words = array::union(words ?? [], [$word]))",
            )
            .step("IF array::len($saved.words) > $max_words { THROW 'skills.too_many_words' }")
            .step(NEXT_CHANGE)
            .call(audit.fragment())
            .returning("$saved.words")
            .run()
            .await
    }

    /// Removes a word from a category; returns the added words that are left.
    pub(crate) async fn remove_word(
        &self,
        slug: &str,
        word: String,
        audit: AuditEntry<'_>,
    ) -> Result<Vec<String>, DbError> {
        self.db
            .write("skills.remove_word")
            .bind("slug", slug.to_owned())
            .bind("word", word)
            .step(
                "LET $saved = (UPSERT ONLY type::record('skill_words', $slug) SET \
                 words = array::complement(words ?? [], [$word]))",
            )
            .step(NEXT_CHANGE)
            .call(audit.fragment())
            .returning("$saved.words")
            .run()
            .await
    }
}
