use poem_openapi::Object;
use sparkyard_kernel::text_block::TextBlock;

use crate::model::{page::TextPage, post::Post};

/// A post of the blog, without its text.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct PostSummary {
    /// Part of the post's address: `/blog/{slug}`.
    slug: String,
    /// Title.
    title: String,
    /// Day, as in `2026-03-02`.
    date: String,
    /// Summary in one or two sentences.
    summary: String,
    /// Picture, root-relative.
    picture: Option<String>,
}

impl From<&Post> for PostSummary {
    fn from(post: &Post) -> Self {
        Self {
            slug: post.slug.clone(),
            title: post.title.clone(),
            date: post.date.to_string(),
            summary: post.summary.clone(),
            picture: post.picture.clone(),
        }
    }
}

/// A post of the blog.
#[derive(Debug, Object)]
#[oai(rename = "Post")]
pub(crate) struct PostView {
    /// The post without its text.
    about: PostSummary,
    /// The text.
    blocks: Vec<TextBlock>,
}

impl From<Post> for PostView {
    fn from(post: Post) -> Self {
        let about = PostSummary::from(&post);
        Self { about, blocks: post.blocks.into_iter().map(TextBlock::from).collect() }
    }
}

/// A text page.
#[derive(Debug, Object)]
#[oai(rename = "TextPage")]
pub(crate) struct TextPageView {
    /// Title.
    title: String,
    /// The text below the title.
    blocks: Vec<TextBlock>,
}

impl From<TextPage> for TextPageView {
    fn from(page: TextPage) -> Self {
        let blocks = page.blocks.into_iter().map(TextBlock::from).collect();
        Self { title: page.title, blocks }
    }
}
