//! Text pages that everybody may read: Markdown that begins with the title.

use sparkyard_kernel::{
    idempotency::digest,
    markdown::{self, Block},
};

/// Length of a version, in characters.
const VERSION: usize = 12;

/// A text page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextPage {
    /// Name of the page.
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
    /// Hash of title and text, in which spacing does not count.
    pub(crate) version: String,
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
            false => Ok(Self { name, title: title.to_owned(), blocks, version: version(text) }),
        }
    }
}

/// Returns the hash of a text; spacing does not count.
fn version(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    digest(&[words.join(" ").as_bytes()]).chars().take(VERSION).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_changes_with_words_and_links_but_not_with_spacing() {
        let version = |text: &str| TextPage::read("terms", text).unwrap().version;
        let first = version("# Terms\n\nBe [kind](/help).\n\n- One\n");
        assert_eq!(first.len(), VERSION);
        assert_eq!(first, version("\u{feff}# Terms  \r\nBe\n[kind](/help).\n\n\n- One"));
        for other in
            ["# Terms\n\nBe [kind](/faqs).\n\n- One", "# Rules\n\nBe [kind](/help).\n\n- One"]
        {
            assert_ne!(first, version(other), "{other}");
        }
    }

    #[test]
    fn first_line_is_the_title() {
        let page = TextPage::read("help", "\u{feff}\n# Our  help \r\nText.").unwrap();
        assert_eq!((page.title.as_str(), page.blocks.len()), ("Our  help", 1));
        for wrong in ["", "Text.", "## Help\nText.", "#\nText.", "# Help", "# Help\n\n"] {
            assert!(TextPage::read("help", wrong).is_err(), "{wrong:?}");
        }
    }
}
