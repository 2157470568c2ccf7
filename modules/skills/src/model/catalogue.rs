//! Catalogue of categories, and comparison of names with it. It begins with the built-in
//! categories; once an admin has changed something, all of it is stored.

use std::collections::HashSet;

use anyhow::Context;
use serde::Deserialize;
use sparkyard_kernel::{Timestamp, text_folding::fold};

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
    /// Its picture: the slug of a built-in category.
    #[serde(skip)]
    pub icon: String,
    /// Whether new skills cannot choose it. Those that have it stay.
    #[serde(skip)]
    pub hidden: bool,
    /// Category into which its skills were moved.
    #[serde(skip)]
    pub moved_to: Option<String>,
    /// Earlier titles, which still denote it.
    #[serde(skip)]
    pub former: Vec<String>,
    /// Time since which some of its skills may lack its present title or category.
    #[serde(skip)]
    pub unsettled_at: Option<Timestamp>,
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
#[derive(Clone, Debug)]
pub(crate) struct Catalogue {
    entries: Vec<Entry>,
    /// Number of changes so far.
    revision: i64,
}

impl Catalogue {
    /// Parses the built-in catalogue.
    pub(crate) fn load() -> anyhow::Result<Self> {
        let mut entries: Vec<Entry> = serde_json::from_str(include_str!("categories.json"))
            .context("reading the catalogue of skill categories")?;
        for entry in &mut entries {
            entry.icon.clone_from(&entry.id);
        }
        Ok(Self { entries, revision: 0 })
    }

    /// Returns a stored catalogue. Adds to its entries the keywords of built-in ones, and appends
    /// built-in ones that it lacks, as they came with a later version.
    pub(crate) fn stored(built_in: &Self, mut entries: Vec<Entry>, revision: i64) -> Self {
        for entry in &mut entries {
            if let Some(known) = built_in.entry(&entry.id) {
                entry.keywords.clone_from(&known.keywords);
            }
        }
        let is_new = |entry: &&Entry| entries.iter().all(|known| known.id != entry.id);
        let new: Vec<Entry> = built_in.entries.iter().filter(is_new).cloned().collect();
        entries.extend(new);
        Self { entries, revision }
    }

    /// Returns the catalogue with other entries, not stored yet.
    pub(crate) fn with(&self, entries: Vec<Entry>) -> Self {
        Self { entries, revision: self.revision }
    }

    pub(crate) const fn revision(&self) -> i64 {
        self.revision
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the entries that new skills can choose.
    pub(crate) fn on_offer(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| !entry.hidden)
    }

    /// Returns the entry with this slug.
    pub(crate) fn entry(&self, slug: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == slug)
    }

    /// Returns the entry with this slug, or the one into which its skills were moved.
    pub(crate) fn current(&self, slug: &str) -> Option<&Entry> {
        let mut entry = self.entry(slug)?;
        // Skills are moved into a category that was not moved itself, so there are no circles.
        for _ in 0..self.entries.len() {
            match entry.moved_to.as_deref().and_then(|to| self.entry(to)) {
                Some(next) => entry = next,
                None => break,
            }
        }
        Some(entry)
    }

    /// Returns the slugs that denote the same entry as `slug`: first the present one, then those
    /// whose skills were moved into it. An unknown slug stands for itself.
    pub(crate) fn slugs_of(&self, slug: &str) -> Vec<String> {
        let Some(present) = self.current(slug) else { return vec![slug.to_owned()] };
        let moved = self.entries.iter().filter(|entry| {
            entry.moved_to.is_some()
                && self.current(&entry.id).is_some_and(|current| current.id == present.id)
        });
        std::iter::once(present).chain(moved).map(|entry| entry.id.clone()).collect()
    }

    /// Returns the entry that `text` denotes: by slug, title or name, or else by an earlier title.
    /// Ignores case, spaces and punctuation.
    pub(crate) fn called(&self, text: &str) -> Option<&Entry> {
        let wanted = slug(text);
        let now = self.entries.iter().find(|entry| {
            [&entry.id, &entry.title, &entry.name].into_iter().any(|known| slug(known) == wanted)
        });
        let before = || {
            self.entries.iter().find(|entry| entry.former.iter().any(|known| slug(known) == wanted))
        };
        now.or_else(before)
    }

    /// Resolves `text`: an entry, or the one into which its skills were moved; otherwise a custom
    /// name. `None` if it contains no letter or digit.
    pub(crate) fn resolve(&self, text: &str) -> Option<SkillType> {
        let name = sparkyard_kernel::text::line(text);
        if !name.chars().any(char::is_alphanumeric) {
            return None;
        }
        let entry = self.called(&name).and_then(|entry| self.current(&entry.id));
        Some(match entry {
            Some(entry) => SkillType {
                name: entry.title.clone(),
                slug: entry.id.clone(),
                custom: false,
                hidden: entry.hidden,
            },
            None => SkillType { slug: slug(&name), name, custom: true, hidden: false },
        })
    }
}

/// Converts `name` to lower case with a hyphen for each run of spaces and punctuation. Keeps
/// letters of every alphabet, and the signs that distinguish C, C++ and C#.
pub(crate) fn slug(name: &str) -> String {
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
            let expected =
                SkillType { name: name.into(), slug: slug.into(), custom: true, hidden: false };
            assert_eq!(catalogue.resolve(text), Some(expected));
        }
        for text in ["", "   ", "!?", "🙂"] {
            assert_eq!(catalogue.resolve(text), None, "{text:?}");
        }
    }

    #[test]
    fn earlier_titles_and_moved_categories_resolve_to_the_present_one() {
        let built_in = Catalogue::load().unwrap();
        let mut entries: Vec<Entry> = built_in.entries()[..2].to_vec();
        let title = std::mem::replace(&mut entries[0].title, "Pipes".to_owned());
        entries[0].former.push(title);
        entries[0].name = "Pipes".to_owned();
        entries[1].moved_to = Some("plumbing".to_owned());
        entries[1].hidden = true;
        let stored = Catalogue::stored(&built_in, entries, 1);
        for text in ["plumbing", "PIPES", "Plumbing", "electrical"] {
            let found = stored.resolve(text).unwrap();
            assert_eq!((&*found.slug, &*found.name), ("plumbing", "Pipes"), "{text}");
        }
        for slug in ["plumbing", "electrical"] {
            assert_eq!(stored.slugs_of(slug), ["plumbing", "electrical"]);
        }
        assert_eq!(stored.slugs_of("nowhere"), ["nowhere"]);
        assert_eq!(stored.entries().len(), built_in.entries().len(), "the others follow");
        assert!(stored.entry("plumbing").unwrap().keywords.len() > 9);
        assert_eq!(stored.on_offer().count(), built_in.entries().len() - 1);
    }
}
