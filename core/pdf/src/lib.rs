//! Documents for people as PDF: a title, facts, paragraphs and tables on A4 pages.
//!
//! The crate lays out plain text and knows nothing of members or money. Fonts are embedded, reduced
//! to the letters used: Latin, Greek, Cyrillic, Hebrew, Arabic, Armenian and Georgian. Any other
//! letter is shown as a replacement character; copying and searching still find the letter itself.
//! Pages are tagged, so that a screen reader finds the heading, and the cells of a table by row and
//! column. The same input gives the same bytes.

mod arabic;
mod document;
mod font;
mod page;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use document::{Document, Heading};
pub use table::{Align, Column, Row};

/// Reasons why a document cannot be written: the embedded fonts are unusable.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// A font cannot be read.
    #[error("the font cannot be read: {0}")]
    Font(#[from] ttf_parser::FaceParsingError),
    /// A font cannot be reduced to the letters used.
    #[error("the font cannot be reduced: {0}")]
    Subset(#[from] subsetter::Error),
}
