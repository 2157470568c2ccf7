//! Text pages: the operator's, or ours where the operator has none. Read once, at the start.

use std::{fs, io::ErrorKind, path::Path};

use anyhow::{Context, anyhow};

use super::{SiteService, read_at_most};
use crate::{
    error::SiteError,
    model::page::{PageSource, TextPage},
};

/// Returns the name of a page, its file in the folder of the operator's texts, and our own text.
macro_rules! page {
    ($name:literal, $file:literal) => {
        ($name, $file, include_str!(concat!("../../../../config/content/", $file)))
    };
}

/// All text pages.
const PAGES: [(&str, &str, &str); 5] = [
    page!("cookies", "legal/cookies.md"),
    page!("faqs", "faq.md"),
    page!("help", "help.md"),
    page!("privacy", "legal/privacy.md"),
    page!("terms", "legal/terms.md"),
];

impl SiteService {
    /// Returns a text page.
    pub(crate) fn text_page(&self, name: &str) -> Result<TextPage, SiteError> {
        let source = self.text_pages.iter().find(|page| page.name == name);
        let source = source.ok_or(SiteError::NoPage)?;
        // Each text was read for all features at the start.
        source.shown(&self.features(), &self.cx.site.name()).map_err(|_| SiteError::NoPage)
    }
}

/// Reads the text pages in the operator's folder `content`, and ours in place of those that it
/// lacks. Fails if one cannot be read: members would otherwise agree to other terms than the
/// operator's.
pub(super) fn read(content: &Path) -> anyhow::Result<Vec<PageSource>> {
    let read = |(name, file, ours)| {
        let path = content.join(file);
        let text = match fs::File::open(&path).and_then(read_at_most) {
            Ok(bytes) => Some(String::from_utf8(bytes).map_err(|_| anyhow!("it is not UTF-8"))),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => Some(Err(error.into())),
        };
        let text = text.unwrap_or_else(|| Ok(String::from(ours)));
        text.and_then(|text| PageSource::read(name, &text).map_err(|reason| anyhow!(reason)))
            .with_context(|| format!("reading the page {}", path.display()))
    };
    PAGES.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::site::Mode;

    use super::*;
    use crate::model::features::Features;

    #[test]
    fn pages_of_the_host_replace_ours_one_by_one() {
        let content = tempfile::tempdir().unwrap();
        let titles = || -> Vec<String> {
            let pages = read(content.path()).unwrap().into_iter();
            pages
                .map(|page| page.shown(&Features::all(Mode::Gift), "Swap").unwrap().title)
                .collect()
        };
        let ours = ["Cookies", "Frequently asked questions", "Help", "Privacy", "Terms of use"];
        assert_eq!(titles(), ours);
        fs::create_dir(content.path().join("legal")).unwrap();
        fs::write(content.path().join("legal/terms.md"), "# House rules\n\nBe kind.").unwrap();
        assert_eq!(titles(), [&ours[..4], &["House rules"]].concat());
    }

    #[test]
    fn page_that_cannot_be_read_is_named() {
        let content = tempfile::tempdir().unwrap();
        let help = content.path().join("help.md");
        for (text, reason) in [
            (b"No title.".to_vec(), "no title"),
            (b"# Caf\xe9\nText.".to_vec(), "UTF-8"),
            (vec![b'#'; 256 * 1024 + 1], "more than 262144 bytes"),
        ] {
            fs::write(&help, text).unwrap();
            let error = format!("{:#}", read(content.path()).unwrap_err());
            assert!(error.contains("help.md") && error.contains(reason), "{error}");
        }
        fs::remove_file(&help).unwrap();
        fs::create_dir(&help).unwrap();
        assert!(read(content.path()).is_err());
    }
}
