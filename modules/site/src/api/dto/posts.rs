use poem_openapi::{Object, Union};

use crate::model::{
    markdown::{Block, Run},
    post::Post,
};

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
    blocks: Vec<PostBlock>,
}

impl From<Post> for PostView {
    fn from(post: Post) -> Self {
        let about = PostSummary::from(&post);
        Self { about, blocks: post.blocks.into_iter().map(PostBlock::from).collect() }
    }
}

/// A block of a text.
#[derive(Debug, Union)]
#[oai(discriminator_name = "kind", one_of)]
enum PostBlock {
    #[oai(mapping = "heading")]
    Heading(PostHeading),
    #[oai(mapping = "paragraph")]
    Paragraph(PostParagraph),
    #[oai(mapping = "quote")]
    Quote(PostQuote),
    #[oai(mapping = "list")]
    List(PostList),
}

/// A heading.
#[derive(Debug, Object)]
struct PostHeading {
    /// Level, 2 to 6.
    level: u8,
    /// Text.
    text: Vec<PostRun>,
}

/// A paragraph.
#[derive(Debug, Object)]
struct PostParagraph {
    /// Text.
    text: Vec<PostRun>,
}

/// A paragraph of a quotation.
#[derive(Debug, Object)]
struct PostQuote {
    /// Text.
    text: Vec<PostRun>,
}

/// A list.
#[derive(Debug, Object)]
struct PostList {
    /// Whether the items are numbered.
    ordered: bool,
    /// Items.
    items: Vec<Vec<PostRun>>,
}

/// A piece of text in one style.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
struct PostRun {
    /// Plain text.
    text: String,
    /// Whether it is important.
    strong: bool,
    /// Whether it is stressed.
    em: bool,
    /// Link: a path of the site, or an address that begins with `https:`, `mailto:` or `tel:`.
    link: Option<String>,
}

impl From<Block> for PostBlock {
    fn from(block: Block) -> Self {
        let runs = |text: Vec<Run>| text.into_iter().map(PostRun::from).collect::<Vec<_>>();
        match block {
            Block::Heading { level, text } => {
                Self::Heading(PostHeading { level, text: runs(text) })
            }
            Block::Paragraph { text } => Self::Paragraph(PostParagraph { text: runs(text) }),
            Block::Quote { text } => Self::Quote(PostQuote { text: runs(text) }),
            Block::List { ordered, items } => {
                Self::List(PostList { ordered, items: items.into_iter().map(runs).collect() })
            }
        }
    }
}

impl From<Run> for PostRun {
    fn from(run: Run) -> Self {
        let Run { text, strong, em, link } = run;
        Self { text, strong, em, link }
    }
}
