//! Comparison of words: folded, by English stem, by prefix, and with one wrong letter.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    ops::Bound,
    sync::LazyLock,
};

use rust_stemmers::{Algorithm, Stemmer};
use sparkyard_kernel::text_folding::fold;

/// Minimum length of a word in which one letter may be wrong.
const MIN_MISSPELT: usize = 5;
/// Minimum length of a prefix that finds a word.
const MIN_BEGINNING: usize = 3;
/// Minimum length of a part of a compound.
const MIN_PART: usize = 3;
/// Maximum number of stems per skill.
const MAX_STEMS: usize = 64;

/// Words without meaning in a search.
static STOP_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("stop_words.txt").split_ascii_whitespace().collect());

/// Checks whether a folded word has no meaning in a search.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}

/// A folded word, with its English stem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) stem: String,
}

impl Word {
    pub(crate) fn new(text: &str) -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        Self { text: text.to_owned(), stem: stemmer.stem(text).into_owned() }
    }
}

/// Splits `text` into words, ignoring case, accents and punctuation.
pub(crate) fn words(text: &str) -> Vec<Word> {
    fold(text).split_whitespace().map(Word::new).collect()
}

/// Returns the distinct stems of the first significant words of a skill's name and description.
pub(crate) fn stems(name: &str, description: &str) -> Vec<String> {
    let text = fold(&format!("{name} {description}"));
    let stemmer = Stemmer::create(Algorithm::English);
    let distinctive = text.split_whitespace().filter(|word| word.len() > 1 && !is_stop_word(word));
    let mut stems = BTreeSet::new();
    for word in distinctive {
        if stems.len() == MAX_STEMS {
            break;
        }
        stems.insert(stemmer.stem(word).into_owned());
    }
    stems.into_iter().collect()
}

/// Map from words to slugs.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    /// Sorted, so that words with a common prefix are adjacent.
    words: BTreeMap<String, Word>,
    stems: HashMap<String, BTreeSet<String>>,
}

impl Lexicon {
    /// Maps each word of `phrase` to `slug`, except stop words beside other words.
    pub(crate) fn add(&mut self, slug: &str, phrase: &str) {
        let all = words(phrase);
        let alone = all.iter().all(|word| is_stop_word(&word.text));
        for word in all.into_iter().filter(|word| alone || !is_stop_word(&word.text)) {
            self.stems.entry(word.stem.clone()).or_default().insert(slug.to_owned());
            self.words.insert(word.text.clone(), word);
        }
    }

    /// Checks whether `word`, or another form of it, is known.
    pub(crate) fn knows(&self, word: &Word) -> bool {
        self.stems.contains_key(&word.stem)
    }

    /// Returns the slugs of a form of `word`, or else of the words that begin with it.
    pub(crate) fn find(&self, word: &Word) -> BTreeSet<String> {
        if let Some(slugs) = self.stems.get(&word.stem) {
            return slugs.clone();
        }
        if word.text.len() < MIN_BEGINNING {
            return BTreeSet::new();
        }
        let start = (Bound::Included(word.text.as_str()), Bound::Unbounded);
        let words = self.words.range::<str, _>(start);
        self.of(words.take_while(|(known, _)| known.starts_with(&word.text)))
    }

    /// Returns the slugs of words that differ from `word` in one letter.
    pub(crate) fn find_misspelt(&self, word: &Word) -> BTreeSet<String> {
        let alike = |known: &Word| {
            one_letter_apart(&known.text, &word.text) || one_letter_apart(&known.stem, &word.stem)
        };
        self.of(self.words.iter().filter(|(_, known)| alike(known)))
    }

    /// Splits `word` into two known words: 'dogwalking'.
    pub(crate) fn split(&self, word: &Word) -> Option<[Word; 2]> {
        let places = MIN_PART..=word.text.len().checked_sub(MIN_PART)?;
        let parts = places.filter_map(|place| word.text.split_at_checked(place));
        let pairs = parts.map(|(one, other)| [Word::new(one), Word::new(other)]);
        let mut known = pairs.filter(|pair| pair.iter().all(|part| self.knows(part)));
        known.next()
    }

    fn of<'a>(&self, words: impl Iterator<Item = (&'a String, &'a Word)>) -> BTreeSet<String> {
        let slugs = words.filter_map(|(_, word)| self.stems.get(&word.stem));
        slugs.flatten().cloned().collect()
    }
}

/// Checks whether two words differ by one letter added, missing, wrong or swapped with its
/// neighbour.
fn one_letter_apart(one: &str, other: &str) -> bool {
    one.len().min(other.len()) >= MIN_MISSPELT
        && one.len().abs_diff(other.len()) <= 1
        && strsim::osa_distance(one, other) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(wanted: &str, phrase: &str, misspelt: bool) -> bool {
        let mut lexicon = Lexicon::default();
        lexicon.add("slug", phrase);
        let word = Word::new(wanted);
        let found = if misspelt { lexicon.find_misspelt(&word) } else { lexicon.find(&word) };
        !found.is_empty()
    }

    #[test]
    fn prefixes_and_other_forms_are_found() {
        for (wanted, phrase) in [
            ("plu", "Plumbing"),
            ("plumbed", "Plumbing"),
            ("gardener", "Gardening"),
            ("paints", "Painting & decorating"),
            ("bru", "creme br\u{fb}l\u{e9}e"),
            ("tv", "TV"),
        ] {
            assert!(finds(wanted, phrase, false), "{wanted}");
        }
        for (wanted, phrase) in [
            ("plumbr", "plumber"),
            ("umbing", "Plumbing"),
            ("pl", "Plumbing"),
            ("the", "the stage"),
        ] {
            assert!(!finds(wanted, phrase, false), "{wanted}");
        }
    }

    #[test]
    fn known_word_is_not_treated_as_a_prefix() {
        let mut lexicon = Lexicon::default();
        lexicon.add("car-care", "car");
        lexicon.add("carpentry", "carpenter");
        let found = |text: &str| lexicon.find(&Word::new(text)).into_iter().collect::<Vec<_>>();
        assert_eq!(found("car"), ["car-care"]);
        assert_eq!(found("cars"), ["car-care"]);
        assert_eq!(found("carp"), ["carpentry"]);
    }

    #[test]
    fn one_letter_of_a_long_word_may_be_wrong() {
        for (wanted, phrase) in [
            ("plumbr", "plumber"),
            ("plumbber", "plumber"),
            ("plunber", "plumber"),
            ("pulmber", "plumber"),
            ("plumbrs", "plumber"),
            ("wlaker", "dog walker"),
        ] {
            assert!(finds(wanted, phrase, true), "{wanted}");
        }
        for (wanted, phrase) in [("plubr", "plumber"), ("cat", "car")] {
            assert!(!finds(wanted, phrase, true), "{wanted}");
        }
    }

    #[test]
    fn compounds_are_split_into_known_words() {
        let mut lexicon = Lexicon::default();
        lexicon.add("dog-walking", "dog walking");
        let split = |text: &str| {
            let parts = lexicon.split(&Word::new(text))?;
            Some(parts.map(|part| part.text))
        };
        assert_eq!(split("dogwalking"), Some(["dog".to_owned(), "walking".to_owned()]));
        assert_eq!(split("dogwalkers"), None, "a walker is no walk");
        for text in ["", "dog", "dogs", "dogzzz", &"dog".repeat(30)] {
            assert_eq!(split(text), None, "{text}");
        }
    }

    #[test]
    fn stems_come_from_significant_words() {
        let found =
            stems("Tap repairs", "I can mend the dripping taps. \u{41a}\u{440}\u{430}\u{43d} a!");
        assert_eq!(found, ["drip", "kran", "mend", "repair", "tap"]);
        let long: Vec<String> = (0..200).map(|n| format!("w{n}")).collect();
        assert_eq!(stems("", &long.join(" ")).len(), MAX_STEMS);
    }
}
