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
    dto::posts::{PostSummary, PostView},
};
use crate::service::SiteService;

/// Operations of the blog.
pub struct PostsApi(pub(super) Arc<SiteService>);

#[OpenApi(prefix_path = "/api/posts", tag = "Tag::Site")]
#[expect(clippy::unused_async, reason = "every operation is awaited")]
impl PostsApi {
    /// Lists the posts of the blog, newest first.
    #[oai(path = "/", method = "get", operation_id = "list_posts")]
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
    #[oai(path = "/:slug", method = "get", operation_id = "get_post")]
    async fn get_post(
        &self,
        /// `slug` of the post.
        #[oai(validator(max_length = 80))]
        slug: Path<String>,
    ) -> Reply<PostView, { INPUT | NOT_FOUND }> {
        ok(self.0.post(&slug.0)?.into())
    }
}
