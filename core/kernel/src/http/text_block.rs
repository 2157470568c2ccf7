//! Markdown in responses: blocks of plain text with a few marks, for clients that make no HTML.

use poem_openapi::{Object, Union};

use crate::values::markdown::{Block, Run};

/// A block of a text.
#[derive(Debug, Union)]
#[oai(discriminator_name = "kind", one_of)]
pub enum TextBlock {
    /// A heading.
    #[oai(mapping = "heading")]
    Heading(TextHeading),
    /// A paragraph.
    #[oai(mapping = "paragraph")]
    Paragraph(TextParagraph),
    /// A paragraph of a quotation.
    #[oai(mapping = "quote")]
    Quote(TextQuote),
    /// A list.
    #[oai(mapping = "list")]
    List(TextList),
    /// A table.
    #[oai(mapping = "table")]
    Table(TextTable),
}

/// A heading.
#[derive(Debug, Object)]
pub struct TextHeading {
    /// Level, 2 to 6.
    level: u8,
    /// Text.
    text: Vec<TextRun>,
}

/// A paragraph.
#[derive(Debug, Object)]
pub struct TextParagraph {
    /// Text.
    text: Vec<TextRun>,
}

/// A paragraph of a quotation.
#[derive(Debug, Object)]
pub struct TextQuote {
    /// Text.
    text: Vec<TextRun>,
}

/// A list.
#[derive(Debug, Object)]
pub struct TextList {
    /// Whether the items are numbered.
    ordered: bool,
    /// Items.
    items: Vec<Vec<TextRun>>,
}

/// A table.
#[derive(Debug, Object)]
pub struct TextTable {
    /// Cells of the header.
    header: Vec<Vec<TextRun>>,
    /// Cells by row.
    rows: Vec<Vec<Vec<TextRun>>>,
}

/// A piece of text in one style.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub struct TextRun {
    /// Plain text.
    text: String,
    /// Whether it is important.
    strong: bool,
    /// Whether it is stressed.
    em: bool,
    /// Link: a path of the site, or an address that begins with `https:`, `mailto:` or `tel:`.
    link: Option<String>,
}

impl From<Block> for TextBlock {
    fn from(block: Block) -> Self {
        let runs = |text: Vec<Run>| text.into_iter().map(TextRun::from).collect::<Vec<_>>();
        match block {
            Block::Heading { level, text } => {
                Self::Heading(TextHeading { level, text: runs(text) })
            }
            Block::Paragraph { text } => Self::Paragraph(TextParagraph { text: runs(text) }),
            Block::Quote { text } => Self::Quote(TextQuote { text: runs(text) }),
            Block::List { ordered, items } => {
                Self::List(TextList { ordered, items: items.into_iter().map(runs).collect() })
            }
            Block::Table { header, rows } => {
                let cells = |row: Vec<Vec<Run>>| row.into_iter().map(runs).collect::<Vec<_>>();
                let rows = rows.into_iter().map(cells).collect();
                Self::Table(TextTable { header: cells(header), rows })
            }
        }
    }
}

impl From<Run> for TextRun {
    fn from(run: Run) -> Self {
        let Run { text, strong, em, link } = run;
        Self { text, strong, em, link }
    }
}
