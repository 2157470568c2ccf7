//! Finding people by the beginnings of the words of their names.

use std::{collections::BTreeMap, ops::Bound};

use sparkyard_kernel::UserId;

use super::index::Entry;

/// What a search by name asks for.
pub(crate) struct Names<'a> {
    /// The beginnings of words, folded.
    pub(crate) wanted: &'a str,
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
            Some(people) => {
                // The same word twice in one name counts once.
                if let Err(place) = people.binary_search(&person) {
                    people.insert(place, person);
                }
            }
            None => drop(self.0.insert(word.into(), vec![person])),
        }
    }

    fn remove(&mut self, word: &str, person: u32) {
        let Some(people) = self.0.get_mut(word) else { return };
        if let Ok(place) = people.binary_search(&person) {
            people.remove(place);
        }
        if people.is_empty() {
            self.0.remove(word);
        }
    }

    /// The ids of those whose names fit best, in order.
    pub(super) fn find<'a>(&self, names: &Names<'_>, people: &'a [Entry]) -> Vec<&'a str> {
        // Whoever fits has a word for each of those wanted: the rarest leaves the fewest to try.
        let rarest = words(Some(names.wanted)).min_by_key(|start| self.count(start));
        let Some(rarest) = rarest else { return Vec::new() };
        let mut numbers: Vec<u32> = self.beginning(rarest).flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let fitting = numbers.into_iter().filter_map(|person| {
            let Entry { id, name, .. } = &people[person as usize];
            let name = name.as_deref().filter(|name| begins(name, names.wanted))?;
            let wanted = **id != *names.except.as_str();
            wanted.then(|| (fit(name, names.wanted), name, &**id))
        });
        let mut found: Vec<_> = fitting.collect();
        if found.len() > names.most && names.most > 0 {
            found.select_nth_unstable(names.most - 1);
        }
        found.truncate(names.most);
        found.sort_unstable();
        found.into_iter().map(|(_, _, id)| id).collect()
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

/// Whether every wanted word begins a word of the name.
fn begins(name: &str, wanted: &str) -> bool {
    wanted.split(' ').all(|start| name.split(' ').any(|word| word.starts_with(start)))
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
