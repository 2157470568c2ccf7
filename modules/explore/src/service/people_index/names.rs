//! Finding people by the beginnings of the words of their names, or with a letter of them wrong.

use std::{cmp::Ordering, collections::BTreeMap, ops::Bound};

use sparkyard_kernel::UserId;

use super::{
    index::{Around, Entry},
    postings,
};

/// Shortest word in which one letter may be wrong.
const MIN_MISSPELT: usize = 4;

/// What a search by name asks for.
pub(crate) struct Names<'a> {
    /// The beginnings of words, folded.
    pub(crate) wanted: &'a str,
    /// Where; of those who fit alike the nearest come first.
    pub(crate) around: Around<'a>,
    /// Whether one letter of each word may be wrong.
    pub(crate) misspelt: bool,
    /// Who asks: never among those found.
    pub(crate) except: &'a UserId,
    /// How many of the best are wanted.
    pub(crate) most: usize,
}

/// Who has which word in their name: numbers of people, ascending.
#[derive(Default)]
pub(super) struct Words(BTreeMap<Box<str>, Vec<u32>>);

impl Words {
    /// Notes that a person is called otherwise now, or cannot be found.
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
            // The same word twice in one name counts once.
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

    /// The ids of those whose names fit best, in order.
    pub(super) fn find<'a>(&self, names: &Names<'_>, people: &'a [Entry]) -> Vec<&'a str> {
        let mut numbers = match names.misspelt {
            false => self.beginning_with(names.wanted),
            true => self.like(names.wanted),
        };
        numbers.sort_unstable();
        numbers.dedup();
        let fitting = numbers.into_iter().filter_map(|person| {
            let entry = &people[person as usize];
            let name = entry.name.as_deref()?;
            let fits = fits(name, names.wanted, names.misspelt);
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

    /// Those among whom all are who have a word that begins with each of those wanted.
    fn beginning_with(&self, wanted: &str) -> Vec<u32> {
        // Whoever fits has a word for each of those wanted: the rarest leaves the fewest to try.
        let rarest = words(Some(wanted)).min_by_key(|start| self.count(start));
        rarest.into_iter().flat_map(|start| self.beginning(start).flatten().copied()).collect()
    }

    /// Those among whom all are who have a word like each of those wanted.
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

    /// The people of every word that begins with `start`.
    fn beginning<'a>(&'a self, start: &'a str) -> impl Iterator<Item = &'a Vec<u32>> {
        let from = (Bound::Included(start), Bound::Unbounded);
        let words = self.0.range::<str, _>(from);
        words.take_while(move |(word, _)| word.starts_with(start)).map(|(_, people)| people)
    }
}

fn words(name: Option<&str>) -> impl Iterator<Item = &str> {
    name.into_iter().flat_map(|name| name.split(' ')).filter(|word| !word.is_empty())
}

/// Kilometres, in order.
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

/// Whether every wanted word begins a word of the name; with `misspelt`, or is like one.
fn fits(name: &str, wanted: &str, misspelt: bool) -> bool {
    let fits =
        |word: &str, start: &str| word.starts_with(start) || misspelt && is_like(word, start);
    wanted.split(' ').all(|start| name.split(' ').any(|word| fits(word, start)))
}

/// Whether `word` begins with `wanted`, or one letter too many, too few, wrong or swapped with its
/// neighbour tells them apart.
fn is_like(word: &str, wanted: &str) -> bool {
    let long = word.len().min(wanted.len()) >= MIN_MISSPELT;
    let like = || word.len().abs_diff(wanted.len()) <= 1 && strsim::osa_distance(word, wanted) <= 1;
    word.starts_with(wanted) || long && like()
}

/// 0 for the very name, 1 for its beginning, 2 for words in it.
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
            assert!(fits(name, wanted, true), "{wanted}");
        }
        for (name, wanted) in
            [("ana example", "anq"), ("sarah jones", "srha"), ("sarah jones", "sarah smith")]
        {
            assert!(!fits(name, wanted, true), "{wanted}");
        }
        assert!(!fits("sarah jones", "sarha", false));
    }

    #[test]
    fn words_are_forgotten_with_their_last_bearer() {
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
