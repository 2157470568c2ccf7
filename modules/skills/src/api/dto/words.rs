//! What people call things.

use poem_openapi::Object;

use crate::model;

/// A category and the words by which it is found.
#[derive(Debug, Object)]
pub(crate) struct CategoryWords {
    /// Its slug.
    pub id: String,
    /// As headings show it.
    pub title: String,
    /// Words that come with the program.
    pub words: Vec<String>,
    /// Words that admins added.
    pub added: Vec<String>,
}

impl From<model::CategoryWords> for CategoryWords {
    fn from(category: model::CategoryWords) -> Self {
        let model::CategoryWords { slug, title, words, added } = category;
        Self { id: slug, title, words, added }
    }
}

/// A word that finds a category.
#[derive(Debug, Object)]
pub(crate) struct CategoryWord {
    /// The category's slug.
    #[oai(validator(max_length = 60))]
    pub(crate) category: String,
    /// What people call it, 2 to 40 characters: one word or a few.
    #[oai(validator(max_length = 40))]
    pub(crate) word: String,
}
