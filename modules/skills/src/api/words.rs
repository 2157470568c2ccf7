//! Words that find a category: built-in ones, and those that admins add.

use std::sync::Arc;

use poem_openapi::{OpenApi, param::Query};
use sparkyard_kernel::{
    AdminOnly, Cursor, Json, Limit, PageQuery, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, UNAUTHORISED},
    listed,
};

use super::{
    Tag,
    dto::{CategoryWord, CategoryWords},
};
use crate::service::SkillService;

/// Operations on words that find a category.
pub struct WordsApi(pub(super) Arc<SkillService>);

#[OpenApi(prefix_path = "/api/admin/words", tag = "Tag::Skills")]
impl WordsApi {
    /// Lists the words that find each category, in the order of the catalogue.
    #[oai(path = "/", method = "get", operation_id = "list_category_words")]
    async fn list(
        &self,
        _caller: AdminOnly,
        /// Categories wanted, 1 to 100; all when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<CategoryWords>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0.or(Some(Limit(100))), cursor.0)?;
        listed(self.0.words(&page).await?.map(CategoryWords::from))
    }

    /// Adds a word that finds a category, at most 50 to one. Adding an existing word changes
    /// nothing.
    #[oai(path = "/", method = "post", operation_id = "add_category_word")]
    async fn add(
        &self,
        AdminOnly(caller): AdminOnly,
        body: Json<CategoryWord>,
    ) -> Reply<CategoryWords, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let words = self.0.add_word(&caller, &body.category, &body.word).await?;
        done("The word has been added.", words.into())
    }

    /// Removes a word that was added. Built-in words stay; removing an unknown word changes
    /// nothing.
    #[oai(path = "/", method = "delete", operation_id = "remove_category_word")]
    async fn remove(
        &self,
        AdminOnly(caller): AdminOnly,
        body: Json<CategoryWord>,
    ) -> Reply<CategoryWords, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let words = self.0.remove_word(&caller, &body.category, &body.word).await?;
        done("The word has been removed.", words.into())
    }
}
