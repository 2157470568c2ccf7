//! The fixed catalogue of categories, and how names are compared with it.

use anyhow::Context;
use serde::Deserialize;
use sparkyard_kernel::fold::fold;

use super::SkillType;

/// One entry of the catalogue.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Entry {
    /// The slug.
    pub id: String,
    /// As headings show it.
    pub title: String,
    /// As sentences name it.
    pub name: String,
    /// What people call things that belong to it.
    keywords: Vec<String>,
}

impl Entry {
    /// Whether every word of `wanted`, folded, begins a word of its title or name; or, with
    /// `keywords`, one of its keywords.
    fn fits(&self, wanted: &str, keywords: bool) -> bool {
        let own = [&self.title, &self.name].into_iter();
        let texts = own.chain(self.keywords.iter().filter(|_| keywords)).map(|text| fold(text));
        let texts: Vec<String> = texts.collect();
        let words = || texts.iter().flat_map(|text| text.split(' '));
        wanted.split(' ').all(|start| words().any(|word| word.starts_with(start)))
    }
}

/// All categories, in the order in which they are shown.
#[derive(Debug)]
pub(crate) struct Catalogue(Vec<Entry>);

impl Catalogue {
    /// Reads the catalogue that is part of the program.
    pub(crate) fn load() -> anyhow::Result<Self> {
        serde_json::from_str(include_str!("categories.json"))
            .map(Self)
            .context("reading the catalogue of skill categories")
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// Slugs of the entries that `wanted`, folded, may mean: by title or name, else by keyword.
    pub(crate) fn find(&self, wanted: &str) -> Vec<String> {
        let fitting = |keywords: bool| {
            let entries = self.0.iter().filter(move |entry| entry.fits(wanted, keywords));
            entries.map(|entry| entry.id.clone()).collect::<Vec<_>>()
        };
        let named = fitting(false);
        if named.is_empty() { fitting(true) } else { named }
    }

    /// What `text` names: an entry by slug, title or name in any spelling of case, spaces and
    /// punctuation, else a name of the person's own. `None` when it holds no letter or digit.
    pub(crate) fn resolve(&self, text: &str) -> Option<SkillType> {
        let name = sparkyard_kernel::text::line(text);
        if !name.chars().any(char::is_alphanumeric) {
            return None;
        }
        let slug = slug(&name);
        let entry = self.0.iter().find(|entry| {
            [&entry.id, &entry.title, &entry.name]
                .into_iter()
                .any(|known| self::slug(known) == slug)
        });
        Some(match entry {
            Some(entry) => {
                SkillType { name: entry.title.clone(), slug: entry.id.clone(), custom: false }
            }
            None => SkillType { name, slug, custom: true },
        })
    }
}

/// `name` in lower case with a hyphen for each run of spaces and punctuation. Letters of every
/// alphabet stay, and so do the signs that tell C, C++ and C# apart.
fn slug(name: &str) -> String {
    let separates = |c: char| c.is_whitespace() || (c.is_ascii_punctuation() && !"+#".contains(c));
    let words = name.split(separates).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_an_entry_is_that_entry() {
        let catalogue = Catalogue::load().unwrap();
        for text in ["decorating", " painting  & Decorating ", "PAINTING-DECORATING"] {
            let found = catalogue.resolve(text).unwrap();
            assert_eq!((found.slug.as_str(), found.custom), ("decorating", false), "{text}");
            assert_eq!(found.name, "Painting & decorating");
        }
    }

    #[test]
    fn entries_are_found_by_name_and_else_by_keyword() {
        let catalogue = Catalogue::load().unwrap();
        for (wanted, found) in [
            ("plum", &["plumbing"][..]),
            ("decor paint", &["decorating"]),
            ("boil", &["plumbing"]),
            ("zzz", &[]),
        ] {
            assert_eq!(catalogue.find(wanted), found, "{wanted}");
        }
    }

    #[test]
    fn slugs_and_titles_are_unique() {
        let catalogue = Catalogue::load().unwrap();
        for entry in catalogue.entries() {
            for text in [&entry.id, &entry.title, &entry.name] {
                assert_eq!(catalogue.resolve(text).unwrap().slug, entry.id, "{text}");
            }
        }
    }

    #[test]
    fn other_names_are_the_persons_own() {
        let catalogue = Catalogue::load().unwrap();
        for (text, name, slug) in [
            ("  Bee   whispering ", "Bee whispering", "bee-whispering"),
            ("C++ tuition", "C++ tuition", "c++-tuition"),
            ("Жонглирование", "Жонглирование", "жонглирование"),
            ("<script>alert(1)</script>", "<script>alert(1)</script>", "script-alert-1-script"),
        ] {
            let expected = SkillType { name: name.into(), slug: slug.into(), custom: true };
            assert_eq!(catalogue.resolve(text), Some(expected));
        }
        for text in ["", "   ", "!?", "🙂"] {
            assert_eq!(catalogue.resolve(text), None, "{text:?}");
        }
    }
}
