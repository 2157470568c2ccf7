//! The fixed catalogue of categories, and how names are compared with it.

use std::collections::HashMap;

use anyhow::Context;
use serde::Deserialize;
use sparkyard_kernel::fold::fold;

use super::{
    SkillType,
    words::{Phrase, Term},
};

/// One entry of the catalogue.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Entry {
    /// The slug.
    pub id: String,
    /// As headings show it.
    pub title: String,
    /// As sentences name it.
    pub name: String,
    /// What people call those who do it and the things that belong to it.
    pub keywords: Vec<String>,
    /// Its title and name, and then its keywords, ready to be compared.
    #[serde(skip)]
    names: Vec<Phrase>,
    #[serde(skip)]
    others: Vec<Phrase>,
}

impl Entry {
    fn prepared(self) -> Self {
        let names = [&self.title, &self.name].map(|text| Phrase::new(text)).into();
        let others = self.keywords.iter().map(|text| Phrase::new(text)).collect();
        Self { names, others, ..self }
    }

    /// Whether `word` is among its title, name and keywords, however it is spelt.
    pub(crate) fn is_called(&self, word: &str) -> bool {
        let known = [&self.title, &self.name].into_iter().chain(&self.keywords);
        known.into_iter().any(|known| fold(known) == fold(word))
    }
}

/// Words that admins added to categories, by slug, ready to be compared.
pub(crate) type AddedWords = HashMap<String, Vec<Phrase>>;

/// All categories, in the order in which they are shown.
#[derive(Debug)]
pub(crate) struct Catalogue(Vec<Entry>);

impl Catalogue {
    /// Reads the catalogue that is part of the program.
    pub(crate) fn load() -> anyhow::Result<Self> {
        let entries: Vec<Entry> = serde_json::from_str(include_str!("categories.json"))
            .context("reading the catalogue of skill categories")?;
        Ok(Self(entries.into_iter().map(Entry::prepared).collect()))
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// The entry with that slug.
    pub(crate) fn entry(&self, slug: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.id == slug)
    }

    /// Slugs of the entries that `term` may mean: by title, name or a word that admins added, else
    /// by keyword. With `misspelt`, one letter of each word may be wrong.
    pub(crate) fn find(&self, term: &Term, added: &AddedWords, misspelt: bool) -> Vec<String> {
        let fitting = |keywords: bool| {
            let fits = |entry: &&Entry| {
                let own = entry.names.iter().chain(added.get(&entry.id).into_iter().flatten());
                let others = entry.others.iter().filter(|_| keywords);
                term.fits(&own.chain(others), misspelt)
            };
            self.0.iter().filter(fits).map(|entry| entry.id.clone()).collect::<Vec<_>>()
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
            ("plumber", &["plumbing"]),
            ("gardener", &["gardening"]),
            ("cleaner", &["cleaning"]),
            ("baker", &["baking"]),
            ("dog walker", &["dog-walking", "pet-care"]),
            ("hoover", &["cleaning", "appliance-repair"]),
            ("hairdresser", &["hairdressing"]),
            ("my boiler", &["plumbing"]),
        ] {
            let term = Term::new(wanted).unwrap();
            assert_eq!(catalogue.find(&term, &AddedWords::new(), false), found, "{wanted}");
        }
    }

    #[test]
    fn one_letter_may_be_wrong() {
        let catalogue = Catalogue::load().unwrap();
        for (wanted, found) in [
            ("plumer", &["plumbing"][..]),
            ("gardner", &["gardening", "landscaping"]),
            ("claener", &["cleaning"]),
            ("dog wlaker", &["dog-walking", "pet-care"]),
            ("electrican", &["electrical"]),
            ("gadrnre", &[]),
        ] {
            let term = Term::new(wanted).unwrap();
            assert_eq!(catalogue.find(&term, &AddedWords::new(), true), found, "{wanted}");
        }
    }

    #[test]
    fn who_does_it_is_among_the_words_of_every_category() {
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
