//! Text pages that everybody may read: Markdown that begins with the title.

use sparkyard_kernel::markdown::{self, Block};

/// A text page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextPage {
    /// Name of the page.
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
}

impl TextPage {
    /// Reads the text of a page. Fails with a reason if it has no title or nothing below it.
    pub(crate) fn read(name: &'static str, text: &str) -> Result<Self, &'static str> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let (first, below) = text.split_once('\n').unwrap_or((text, ""));
        let title = first.strip_prefix("# ").map(str::trim).filter(|title| !title.is_empty());
        let title = title.ok_or("the first line is no title such as \"# Terms of use\"")?;
        let blocks = markdown::parse_with_tables(below);
        match blocks.is_empty() {
            true => Err("there is no text below the title"),
            false => Ok(Self { name, title: title.to_owned(), blocks }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_line_is_the_title() {
        let page = TextPage::read("help", "\u{feff}\n# Our  help \r\nText.").unwrap();
        assert_eq!((page.title.as_str(), page.blocks.len()), ("Our  help", 1));
        for wrong in ["", "Text.", "## Help\nText.", "#\nText.", "# Help", "# Help\n\n"] {
            assert!(TextPage::read("help", wrong).is_err(), "{wrong:?}");
        }
    }
}
