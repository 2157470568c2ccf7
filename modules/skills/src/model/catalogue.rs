//! Fixed catalogue of categories, and comparison of names with it.

use std::collections::HashSet;

use anyhow::Context;
use serde::Deserialize;
use sparkyard_kernel::fold::fold;

use super::{SkillType, words::words};

/// A category of the catalogue.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Entry {
    /// Slug of the category.
    pub id: String,
    /// Title, for headings.
    pub title: String,
    /// Name, for use in sentences.
    pub name: String,
    /// Words for people who do it and things that belong to it.
    pub keywords: Vec<String>,
}

impl Entry {
    /// Returns the stems of words that identify it alone: those of its title, and one-word
    /// keywords.
    pub(crate) fn names(&self) -> HashSet<String> {
        let title = words(&self.title);
        let keywords = self.keywords.iter().map(|keyword| words(keyword));
        let single = keywords.filter(|words| words.len() == 1).flatten();
        title.into_iter().chain(single).map(|word| word.stem).collect()
    }

    /// Checks whether `word` is among its title, name and keywords, in any spelling.
    pub(crate) fn is_called(&self, word: &str) -> bool {
        let known = [&self.title, &self.name].into_iter().chain(&self.keywords);
        known.into_iter().any(|known| fold(known) == fold(word))
    }
}

/// All categories, in display order.
#[derive(Debug)]
pub(crate) struct Catalogue(Vec<Entry>);

impl Catalogue {
    /// Parses the built-in catalogue.
    pub(crate) fn load() -> anyhow::Result<Self> {
        let entries: Vec<Entry> = serde_json::from_str(include_str!("categories.json"))
            .context("reading the catalogue of skill categories")?;
        Ok(Self(entries))
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// Returns the entry with this slug.
    pub(crate) fn entry(&self, slug: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.id == slug)
    }

    /// Resolves `text`: an entry by slug, title or name, ignoring case, spaces and punctuation;
    /// otherwise a custom name. `None` if it contains no letter or digit.
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

/// Converts `name` to lower case with a hyphen for each run of spaces and punctuation. Keeps
/// letters of every alphabet, and the signs that distinguish C, C++ and C#.
fn slug(name: &str) -> String {
    let separates = |c: char| c.is_whitespace() || (c.is_ascii_punctuation() && !"+#".contains(c));
    let words = name.split(separates).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_an_entry_resolves_to_it() {
        let catalogue = Catalogue::load().unwrap();
        for text in ["decorating", " painting  & Decorating ", "PAINTING-DECORATING"] {
            let found = catalogue.resolve(text).unwrap();
            assert_eq!((found.slug.as_str(), found.custom), ("decorating", false), "{text}");
            assert_eq!(found.name, "Painting & decorating");
        }
    }

    #[test]
    fn every_category_has_ten_distinct_keywords() {
        for entry in Catalogue::load().unwrap().entries() {
            assert!(entry.keywords.len() >= 10, "{}", entry.id);
            let once: std::collections::HashSet<_> = entry.keywords.iter().collect();
            assert_eq!(once.len(), entry.keywords.len(), "{} says a word twice", entry.id);
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
    fn other_names_are_custom() {
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
