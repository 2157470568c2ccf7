//! What people call things: words that find a category, ours and those that admins add.

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

/// Words that find a category.
pub struct WordsApi(pub(super) Arc<SkillService>);

#[OpenApi(prefix_path = "/api/admin/words", tag = "Tag::Skills")]
impl WordsApi {
    /// The words by which each category is found, in the order of the catalogue.
    #[oai(path = "/", method = "get", operation_id = "list_category_words")]
    async fn list(
        &self,
        _caller: AdminOnly,
        /// Categories wanted, 1 to 100; all when left out.
        limit: Query<Option<Limit>>,
        /// Where the previous page ended.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<CategoryWords>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0.or(Some(Limit(100))), cursor.0)?;
        listed(self.0.words(&page).await?.map(CategoryWords::from))
    }

    /// Adds a word by which a category is found from now on, at most 50 to one. A word that it
    /// has already changes nothing.
    #[oai(path = "/", method = "post", operation_id = "add_category_word")]
    async fn add(
        &self,
        AdminOnly(caller): AdminOnly,
        body: Json<CategoryWord>,
    ) -> Reply<CategoryWords, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let words = self.0.add_word(&caller, &body.category, &body.word).await?;
        done("The word has been added.", words.into())
    }

    /// Takes away a word that was added. Ours stay; a word that is not there changes nothing.
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
