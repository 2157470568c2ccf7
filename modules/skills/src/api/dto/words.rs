//! Words that find categories.

use poem_openapi::Object;

use crate::model;

/// A category with the words that find it.
#[derive(Debug, Object)]
pub(crate) struct CategoryWords {
    /// Slug of the category.
    pub id: String,
    /// Title, for headings.
    pub title: String,
    /// Built-in words.
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
    /// Slug of the category.
    #[oai(validator(max_length = 60))]
    pub(crate) category: String,
    /// The word, 2 to 40 characters: one word or a few.
    #[oai(validator(max_length = 40))]
    pub(crate) word: String,
}
