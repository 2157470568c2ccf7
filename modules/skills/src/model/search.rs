//! Interpretation of search text: 'someone to fix my tap'.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
};

use sparkyard_kernel::ports::{SkillQuery, SkillTerm};

use super::{
    catalogue::{Catalogue, Entry},
    words::{Lexicon, Word, is_stop_word, words},
};

/// Maximum number of significant words in a search; the rest is ignored.
const MAX_TERMS: usize = 12;
/// Maximum number of names outside the catalogue per word.
const MAX_NAMES: usize = 8;
/// Number of categories at which a word is general and says little: 'lessons', 'broken'.
const GENERAL: usize = 3;

const WEIGHT_OF_GENERAL: u32 = 1;
/// Weight of a word without a category: part of a person's name, or of a skill's own text.
const WEIGHT_OF_UNKNOWN: u32 = 2;
const WEIGHT_OF_TELLING: u32 = 3;

/// All words that find skills.
#[derive(Debug)]
pub(crate) struct Known {
    catalogue: Lexicon,
    /// Names outside the catalogue.
    names: Lexicon,
}

impl Known {
    /// Builds the lexicon from `catalogue`, the words `added` to its categories, and approved
    /// `names` with their slugs.
    pub(crate) fn new(
        catalogue: &Catalogue,
        added: &HashMap<String, Vec<String>>,
        names: &[(String, String)],
    ) -> Self {
        let mut known = Self { catalogue: Lexicon::default(), names: Lexicon::default() };
        for entry in catalogue.entries() {
            let phrases = [&entry.title, &entry.name].into_iter().chain(&entry.keywords);
            let phrases = phrases.chain(added.get(&entry.id).into_iter().flatten());
            // Words of a category that was moved find the one into which it was moved.
            let slug = catalogue.current(&entry.id).map_or(&entry.id, |current| &current.id);
            for phrase in phrases.chain(&entry.former) {
                known.catalogue.add(slug, phrase);
            }
        }
        for (slug, name) in names {
            known.names.add(slug, name);
        }
        known
    }

    /// Parses `text` into a query. Drops stop words beside other words, and splits and joins
    /// compounds. If no word is known, one letter of each may be wrong.
    pub(crate) fn query(&self, text: &str) -> SkillQuery {
        let all = self.joined(words(text));
        let distinctive: Vec<Word> =
            all.iter().filter(|word| !is_stop_word(&word.text)).cloned().collect();
        let mut words = if distinctive.is_empty() { all } else { distinctive };
        words.truncate(MAX_TERMS);
        let words: Vec<Word> = words.into_iter().flat_map(|word| self.parts(word)).collect();
        let mut terms: Vec<SkillTerm> =
            words.iter().map(|word| self.term(word, Lexicon::find)).collect();
        if terms.iter().all(|term| term.categories.is_empty()) {
            terms = words.iter().map(|word| self.term(word, Lexicon::find_misspelt)).collect();
        }
        SkillQuery { terms }
    }

    /// Joins neighbouring words that are known as one: 'baby sitter'.
    fn joined(&self, words: Vec<Word>) -> Vec<Word> {
        let mut joined: Vec<Word> = Vec::with_capacity(words.len());
        for word in words {
            let both =
                joined.last().map(|before| Word::new(&format!("{}{}", before.text, word.text)));
            match both.filter(|both| self.catalogue.knows(both)) {
                Some(both) => {
                    joined.pop();
                    joined.push(both);
                }
                None => joined.push(word),
            }
        }
        joined
    }

    /// Splits an unknown word into known ones, if possible.
    fn parts(&self, word: Word) -> Vec<Word> {
        let unknown = self.catalogue.find(&word).is_empty() && self.names.find(&word).is_empty();
        match unknown.then(|| self.catalogue.split(&word)).flatten() {
            Some(parts) => parts.into(),
            None => vec![word],
        }
    }

    fn term(&self, word: &Word, find: fn(&Lexicon, &Word) -> BTreeSet<String>) -> SkillTerm {
        let categories = find(&self.catalogue, word);
        let weight = match categories.len() {
            0 => WEIGHT_OF_UNKNOWN,
            1..GENERAL => WEIGHT_OF_TELLING,
            _ => WEIGHT_OF_GENERAL,
        };
        let names = find(&self.names, word).into_iter().take(MAX_NAMES);
        let categories = categories.into_iter().chain(names).collect();
        SkillTerm { word: word.text.clone(), stem: word.stem.clone(), categories, weight }
    }
}

/// Returns the entries of `catalogue` that `query` may mean, best match first; omits those with at
/// most half the weight of the best.
pub(crate) fn likeliest<'a>(catalogue: &'a Catalogue, query: &SkillQuery) -> Vec<&'a Entry> {
    let score = |entry: &'a Entry| {
        let meant = || query.terms.iter().filter(|term| term.categories.contains(&entry.id));
        let weight: u32 = meant().map(|term| term.weight).sum();
        (weight > 0).then(|| {
            let names = entry.names();
            let by_name = meant().filter(|term| names.contains(&term.stem)).count();
            (weight, by_name, entry)
        })
    };
    let mut found: Vec<_> = catalogue.on_offer().filter_map(score).collect();
    let most = found.iter().map(|(weight, ..)| *weight).max().unwrap_or_default();
    found.retain(|(weight, ..)| weight * 2 > most);
    found.sort_by_key(|(weight, by_name, _)| Reverse((*weight, *by_name)));
    found.into_iter().map(|(.., entry)| entry).collect()
}

#[cfg(test)]
mod tests;
