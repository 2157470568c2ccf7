//! Text pages that everybody may read: Markdown that begins with the title.

use sparkyard_kernel::{
    idempotency::digest,
    markdown::{self, Block},
};

use super::features::Features;

/// Stands for the name of the site.
const SITE: &str = "{site}";
/// Length of a version, in characters.
const VERSION: usize = 12;

/// A text page as the operator wrote it.
///
/// A line `<!-- with pounds -->` begins a part that is shown only where members pay in pounds, up
/// to its line `<!-- end -->`; `without pounds` is the opposite. The other words are those of
/// [`Features`]. `{site}` stands for the name of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageSource {
    /// Name of the page.
    pub(crate) name: &'static str,
    text: String,
    /// Hash of title and text, in which spacing does not count. It is of all parts, so that it does
    /// not change with the way to pay.
    pub(crate) version: String,
}

/// A text page as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextPage {
    /// Name of the page.
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
}

impl PageSource {
    /// Reads the text of a page. Fails with a reason if it has no title or nothing below it, in any
    /// mode, with all modules or without one.
    pub(crate) fn read(name: &'static str, text: &str) -> Result<Self, &'static str> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let source = Self { name, text: text.to_owned(), version: version(text) };
        for features in Features::combinations() {
            source.shown(&features, "Sparkyard")?;
        }
        Ok(source)
    }

    /// Returns the page for a site. Fails only for a text that [`read`](Self::read) refuses.
    pub(crate) fn shown(&self, features: &Features, site: &str) -> Result<TextPage, &'static str> {
        let text = parts_for(&self.text, features)?;
        let (first, below) = text.split_once('\n').unwrap_or((&text, ""));
        let title = first.strip_prefix("# ").map(str::trim).filter(|title| !title.is_empty());
        let title = title.ok_or("the first line is no title such as \"# Terms of use\"")?;
        let title = title.replace(SITE, site);
        let blocks = markdown::parse_with_tables(&below.replace(SITE, &escaped(site)));
        match blocks.is_empty() {
            true => Err("there is no text below the title"),
            false => Ok(TextPage { name: self.name, title, blocks }),
        }
    }
}

/// Escapes a name, so that it is no Markdown.
fn escaped(name: &str) -> String {
    let mut escaped = String::new();
    for character in name.chars() {
        if character.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Returns the parts of a text that are shown.
fn parts_for(text: &str, features: &Features) -> Result<String, &'static str> {
    // Whether each of the parts that a line is in is shown.
    let mut parts = Vec::new();
    let mut shown = String::new();
    for line in text.lines() {
        let comment = line.trim().strip_prefix("<!-- ").and_then(|text| text.strip_suffix(" -->"));
        let word = |begin| comment.and_then(|text: &str| text.strip_prefix(begin));
        if let Some(feature) = word("with ") {
            parts.push(features.has(feature)?);
        } else if let Some(feature) = word("without ") {
            parts.push(!features.has(feature)?);
        } else if comment == Some("end") {
            parts.pop().ok_or("a line \"<!-- end -->\" ends no part")?;
        } else if parts.iter().all(|is_shown| *is_shown) {
            shown.push_str(line);
            shown.push('\n');
        }
    }
    match parts.is_empty() {
        true => Ok(shown),
        false => Err("a part has no line \"<!-- end -->\""),
    }
}

/// Returns the hash of a text; spacing does not count.
fn version(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    digest(&[words.join(" ").as_bytes()]).chars().take(VERSION).collect()
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::site::Mode;

    use super::*;

    #[test]
    fn version_changes_with_words_and_links_but_not_with_spacing() {
        let version = |text: &str| PageSource::read("terms", text).unwrap().version;
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
        let page = PageSource::read("help", "\u{feff}\n# Our  help \r\nText.").unwrap();
        let page = page.shown(&Features::all(Mode::Gift), "Swap").unwrap();
        assert_eq!((page.title.as_str(), page.blocks.len()), ("Our  help", 1));
        for wrong in ["", "Text.", "## Help\nText.", "#\nText.", "# Help", "# Help\n\n"] {
            assert!(PageSource::read("help", wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn parts_are_shown_by_the_way_to_pay() {
        let text = "# What is {site}?\n\nHelp.\n\n<!-- with pounds -->\nPounds.\n<!-- end -->\n\n\
                    <!-- without pounds -->\nNone.\n<!-- end -->\n\n<!-- with sparks -->\nSparks.\n\
                    <!-- end -->\n\n<!-- without sparks -->\nGifts.\n<!-- end -->\n";
        let source = PageSource::read("faqs", text).unwrap();
        for (mode, expected) in [
            (Mode::CashAndTokens, "Help.\n\nPounds.\n\nSparks."),
            (Mode::TokensOnly, "Help.\n\nNone.\n\nSparks."),
            (Mode::Gift, "Help.\n\nNone.\n\nGifts."),
        ] {
            let page = source.shown(&Features::all(mode), "Hebden *Swap*").unwrap();
            assert_eq!(page.blocks, markdown::parse_with_tables(expected), "{mode:?}");
        }
        for wrong in [
            "# T\n\nText.\n<!-- with pounds -->\nMore.",
            "# T\n\nText.\n<!-- end -->",
            "# T\n\nText.\n<!-- with pounds -->\n<!-- with sparks -->\n<!-- end -->",
            "# T\n\n<!-- with pounds -->\nOnly there.\n<!-- end -->",
            "# T\n\n<!-- with chat -->\nOnly there.\n<!-- end -->",
            "# T\n\nText.\n<!-- with cheques -->\nMore.\n<!-- end -->",
        ] {
            assert!(PageSource::read("faqs", wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn parts_are_shown_by_modules() {
        let text = "# T\n\nText.\n\n<!-- with chat -->\nWrite.\n<!-- without kyc -->\nNo papers.\n\
                    <!-- end -->\n<!-- end -->\n\n<!-- without chat -->\nRing.\n<!-- end -->";
        let source = PageSource::read("help", text).unwrap();
        for (modules, expected) in [
            (&["chat", "kyc"][..], "Text.\n\nWrite."),
            (&["chat"], "Text.\n\nWrite.\nNo papers."),
            (&["kyc"], "Text.\n\nRing."),
        ] {
            let page = source.shown(&Features::new(Mode::Gift, modules), "Swap").unwrap();
            assert_eq!(page.blocks, markdown::parse_with_tables(expected), "{modules:?}");
        }
    }
}
