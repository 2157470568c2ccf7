//! How what is typed is compared with what things are called: by the beginnings of words, by
//! their stems, and with one letter wrong.

use rust_stemmers::{Algorithm, Stemmer};
use sparkyard_kernel::fold::fold;

/// Shortest word in which one letter may be wrong.
const MIN_MISSPELT: usize = 4;
/// Words that say nothing about what is looked for.
const FILLERS: &[&str] = &[
    "a", "an", "and", "any", "can", "do", "for", "i", "in", "me", "my", "near", "need", "of", "or",
    "our", "some", "somebody", "someone", "the", "to", "who", "with",
];

/// One word, folded, and what is left of it without its English ending.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    text: String,
    stem: String,
}

impl Word {
    fn new(text: &str, stemmer: &Stemmer) -> Self {
        Self { text: text.to_owned(), stem: stemmer.stem(text).into_owned() }
    }

    /// Whether `wanted` is its beginning or another form of it; or, with `misspelt`, of a word that
    /// differs from it in one letter.
    fn fits(&self, wanted: &Self, misspelt: bool) -> bool {
        self.text.starts_with(&wanted.text)
            || self.stem == wanted.stem
            || misspelt
                && (one_letter_apart(&self.text, &wanted.text)
                    || one_letter_apart(&self.stem, &wanted.stem))
    }
}

/// A name or a few words, ready to be compared.
#[derive(Clone, Debug)]
pub(crate) struct Phrase(Vec<Word>);

impl Phrase {
    /// `text` in any spelling of case, accents and punctuation.
    pub(crate) fn new(text: &str) -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        Self(fold(text).split_whitespace().map(|word| Word::new(word, &stemmer)).collect())
    }
}

/// What somebody looks for.
#[derive(Clone, Debug)]
pub(crate) struct Term(Vec<Word>);

impl Term {
    /// The words of `text` that say something; all of them where none does. `None` where there is
    /// no word.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let Phrase(words) = Phrase::new(text);
        let telling = |word: &&Word| !FILLERS.contains(&&*word.text);
        let telling: Vec<Word> = words.iter().filter(telling).cloned().collect();
        let words = if telling.is_empty() { words } else { telling };
        (!words.is_empty()).then_some(Self(words))
    }

    /// Whether each of its words fits a word of `phrases`; with `misspelt`, one letter of each may
    /// be wrong.
    pub(crate) fn fits<'a>(
        &self,
        phrases: &(impl Iterator<Item = &'a Phrase> + Clone),
        misspelt: bool,
    ) -> bool {
        let fits = |wanted: &Word| {
            let mut words = phrases.clone().flat_map(|Phrase(words)| words);
            words.any(|word| word.fits(wanted, misspelt))
        };
        self.0.iter().all(fits)
    }
}

/// Whether one letter too many, too few, wrong or swapped with its neighbour tells the two apart.
fn one_letter_apart(one: &str, other: &str) -> bool {
    one.len().min(other.len()) >= MIN_MISSPELT
        && one.len().abs_diff(other.len()) <= 1
        && strsim::osa_distance(one, other) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(wanted: &str, phrase: &str, misspelt: bool) -> bool {
        Term::new(wanted).unwrap().fits(&[Phrase::new(phrase)].iter(), misspelt)
    }

    #[test]
    fn beginnings_and_other_forms_of_words_fit() {
        for (wanted, phrase) in [
            ("plu", "Plumbing"),
            ("plumbed", "Plumbing"),
            ("gardener", "Gardening"),
            ("gardeners", "Gardening"),
            ("paints", "Painting & decorating"),
            ("somebody to do the gardening", "Gardening"),
            ("Cr\u{e8}me bru", "creme br\u{fb}l\u{e9}e"),
        ] {
            assert!(fits(wanted, phrase, false), "{wanted}");
        }
        for (wanted, phrase) in
            [("plumbr", "plumber"), ("garden shed", "Gardening"), ("umbing", "Plumbing")]
        {
            assert!(!fits(wanted, phrase, false), "{wanted}");
        }
    }

    #[test]
    fn one_letter_of_a_longer_word_may_be_wrong() {
        for (wanted, phrase) in [
            ("plumbr", "plumber"),
            ("plumbber", "plumber"),
            ("plunber", "plumber"),
            ("pulmber", "plumber"),
            ("plumbrs", "plumber"),
            ("dog wlaker", "dog walker"),
        ] {
            assert!(fits(wanted, phrase, true), "{wanted}");
        }
        for (wanted, phrase) in [("plubr", "plumber"), ("cat", "car"), ("dig wlaker", "dog walker")]
        {
            assert!(!fits(wanted, phrase, true), "{wanted}");
        }
    }

    #[test]
    fn words_that_say_nothing_count_only_alone() {
        assert!(Term::new("!!!").is_none());
        assert!(fits("the", "Theatre", false));
        assert!(!fits("the moon", "Theatre", false));
    }
}
