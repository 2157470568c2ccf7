use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, Limit, PageQuery, Reply,
    envelope::{INPUT, NOT_FOUND},
    listed, ok,
};

use super::{
    Tag,
    dto::texts::{PostSummary, PostView, TextPageView},
};
use crate::service::SiteService;

/// Operations that return texts of the site.
pub struct TextsApi(pub(super) Arc<SiteService>);

#[OpenApi(prefix_path = "/api", tag = "Tag::Site")]
#[expect(clippy::unused_async, reason = "every operation is awaited")]
impl TextsApi {
    /// Lists the posts of the blog, newest first.
    #[oai(path = "/posts", method = "get", operation_id = "list_posts")]
    async fn list_posts(
        &self,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<PostSummary>, INPUT> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.posts(&page)?.map(|post| PostSummary::from(&post)))
    }

    /// Returns a post of the blog. Its text is data, in which HTML is plain text.
    #[oai(path = "/posts/:slug", method = "get", operation_id = "get_post")]
    async fn get_post(
        &self,
        /// `slug` of the post.
        #[oai(validator(max_length = 80))]
        slug: Path<String>,
    ) -> Reply<PostView, { INPUT | NOT_FOUND }> {
        ok(self.0.post(&slug.0)?.into())
    }

    /// Returns a text page: the frequent questions, the help, the terms, or what is said about
    /// privacy or cookies. Its text is data, in which HTML is plain text.
    #[oai(path = "/pages/:name", method = "get", operation_id = "get_text_page")]
    async fn get_text_page(
        &self,
        /// `faqs`, `help`, `terms`, `privacy` or `cookies`.
        #[oai(validator(max_length = 20))]
        name: Path<String>,
    ) -> Reply<TextPageView, { INPUT | NOT_FOUND }> {
        ok(self.0.text_page(&name.0)?.into())
    }
}
