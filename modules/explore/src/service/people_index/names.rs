//! Search for people by prefixes of the words of their names, with one letter wrong if need be.

use std::{cmp::Ordering, collections::BTreeMap, ops::Bound};

use sparkyard_kernel::UserId;

use super::{
    index::{Around, Entry},
    postings,
};

/// Shortest word in which one letter may be wrong.
const MIN_MISSPELT: usize = 4;

/// Condition that a name must satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameFit {
    /// Each wanted word is a prefix of a word of the name.
    EveryWord,
    /// One wanted word equals a word of the name.
    OneWord,
    /// Each wanted word is a prefix of a word of the name, or differs from one in one letter.
    Misspelt,
}

/// A search by name.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    /// Prefixes of words, folded.
    pub(crate) wanted: &'a str,
    /// Area; among equal matches the nearest come first.
    pub(crate) around: Around<'a>,
    /// Condition that names must satisfy.
    pub(crate) fit: NameFit,
    /// The viewer, who is never found.
    pub(crate) except: &'a UserId,
    /// Maximum number of results.
    pub(crate) most: usize,
}

/// People by word of their names: numbers, ascending.
#[derive(Default)]
pub(super) struct Words(BTreeMap<Box<str>, Vec<u32>>);

impl Words {
    /// Updates the name of a person; `None` while they are not visible.
    pub(super) fn rename(&mut self, person: u32, before: Option<&str>, after: Option<&str>) {
        for word in words(before) {
            self.remove(word, person);
        }
        for word in words(after) {
            self.add(word, person);
        }
    }

    fn add(&mut self, word: &str, person: u32) {
        match self.0.get_mut(word) {
            // A word that occurs twice in one name counts once.
            Some(people) => postings::insert(people, person),
            None => drop(self.0.insert(word.into(), vec![person])),
        }
    }

    fn remove(&mut self, word: &str, person: u32) {
        let Some(people) = self.0.get_mut(word) else { return };
        postings::remove(people, person);
        if people.is_empty() {
            self.0.remove(word);
        }
    }

    /// Returns the ids of the best matches, in order.
    pub(super) fn find<'a>(&self, names: &Names<'_>, people: &'a [Entry]) -> Vec<&'a str> {
        let mut numbers = match names.fit {
            NameFit::EveryWord => self.beginning_with(names.wanted),
            NameFit::OneWord => self.having_one_of(names.wanted),
            NameFit::Misspelt => self.like(names.wanted),
        };
        numbers.sort_unstable();
        numbers.dedup();
        let fitting = numbers.into_iter().filter_map(|person| {
            let entry = &people[person as usize];
            let name = entry.name.as_deref()?;
            let fits = fits(name, names.wanted, names.fit);
            let wanted = fits && *entry.id != *names.except.as_str();
            let wanted = wanted && entry.is_around(&names.around);
            let km = Km(entry.km(names.around.from).unwrap_or(f64::INFINITY));
            wanted.then(|| (fit(name, names.wanted), km, name, &*entry.id))
        });
        let mut found: Vec<_> = fitting.collect();
        if found.len() > names.most && names.most > 0 {
            found.select_nth_unstable(names.most - 1);
        }
        found.truncate(names.most);
        found.sort_unstable();
        found.into_iter().map(|(.., id)| id).collect()
    }

    /// Returns a superset of the people who have a word beginning with each wanted one.
    fn beginning_with(&self, wanted: &str) -> Vec<u32> {
        // A match has a word for each wanted one, so the rarest leaves the fewest to check.
        let rarest = words(Some(wanted)).min_by_key(|start| self.count(start));
        rarest.into_iter().flat_map(|start| self.beginning(start).flatten().copied()).collect()
    }

    /// Returns the people who have one of the wanted words.
    fn having_one_of(&self, wanted: &str) -> Vec<u32> {
        let known = words(Some(wanted)).filter_map(|word| self.0.get(word));
        known.flatten().copied().collect()
    }

    /// Returns a superset of the people who have a word like each wanted one.
    fn like(&self, wanted: &str) -> Vec<u32> {
        let Some(longest) = words(Some(wanted)).max_by_key(|word| word.len()) else {
            return Vec::new();
        };
        let alike = self.0.iter().filter(|(word, _)| is_like(word, longest));
        alike.flat_map(|(_, people)| people.iter().copied()).collect()
    }

    fn count(&self, start: &str) -> usize {
        self.beginning(start).map(Vec::len).sum()
    }

    /// Returns the people of each word that begins with `start`.
    fn beginning<'a>(&'a self, start: &'a str) -> impl Iterator<Item = &'a Vec<u32>> {
        let from = (Bound::Included(start), Bound::Unbounded);
        let words = self.0.range::<str, _>(from);
        words.take_while(move |(word, _)| word.starts_with(start)).map(|(_, people)| people)
    }
}

fn words(name: Option<&str>) -> impl Iterator<Item = &str> {
    name.into_iter().flat_map(|name| name.split(' ')).filter(|word| !word.is_empty())
}

/// Kilometres with a total order.
#[derive(Clone, Copy, PartialEq)]
struct Km(f64);

impl Eq for Km {}

impl PartialOrd for Km {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Km {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

fn fits(name: &str, wanted: &str, fit: NameFit) -> bool {
    let has =
        |fits: fn(&str, &str) -> bool, start: &str| name.split(' ').any(|word| fits(word, start));
    let mut wanted = wanted.split(' ');
    match fit {
        NameFit::EveryWord => wanted.all(|start| has(|word, start| word.starts_with(start), start)),
        NameFit::OneWord => wanted.any(|start| has(|word, start| word == start, start)),
        NameFit::Misspelt => wanted.all(|start| has(is_like, start)),
    }
}

/// Checks whether `word` begins with `wanted`, or differs from it in one letter: added, missing,
/// wrong, or swapped with its neighbour.
fn is_like(word: &str, wanted: &str) -> bool {
    let long = word.len().min(wanted.len()) >= MIN_MISSPELT;
    let like = || word.len().abs_diff(wanted.len()) <= 1 && strsim::osa_distance(word, wanted) <= 1;
    word.starts_with(wanted) || long && like()
}

/// Returns 0 for the whole name, 1 for its beginning, 2 for words in it.
fn fit(name: &str, wanted: &str) -> u8 {
    match (name == wanted, name.starts_with(wanted)) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_of_a_longer_name_may_be_wrong() {
        for (name, wanted) in [
            ("sarah jones", "sara jones"),
            ("sarah jones", "sarha"),
            ("sarah jones", "sarak jo"),
            ("siobhan oneill", "siobahn oneil"),
        ] {
            assert!(fits(name, wanted, NameFit::Misspelt), "{wanted}");
        }
        for (name, wanted) in
            [("ana example", "anq"), ("sarah jones", "srha"), ("sarah jones", "sarah smith")]
        {
            assert!(!fits(name, wanted, NameFit::Misspelt), "{wanted}");
        }
        assert!(!fits("sarah jones", "sarha", NameFit::EveryWord));
        assert!(fits("rosie hill", "rosie plumbing", NameFit::OneWord));
        assert!(!fits("rosie hill", "ros plumbing", NameFit::OneWord));
    }

    #[test]
    fn word_is_removed_with_its_last_person() {
        let mut words = Words::default();
        words.rename(1, None, Some("mary mary quill"));
        words.rename(0, None, Some("mary janet"));
        assert_eq!((words.count("mar"), words.count("q"), words.count("")), (2, 1, 4));
        words.rename(1, Some("mary mary quill"), None);
        assert_eq!((words.count("mar"), words.0.len()), (1, 2));
        words.rename(0, Some("mary janet"), Some("janet"));
        assert_eq!(words.0.keys().map(|word| &**word).collect::<Vec<_>>(), ["janet"]);
    }
}
