//! Posting lists: people by what they have in common.

use std::{collections::HashMap, sync::Arc};

/// The numbers of people who have a term, ascending, by term. Terms are numbered, too.
#[derive(Default)]
pub(super) struct Postings {
    ids: HashMap<Arc<str>, u32>,
    entries: Vec<(Arc<str>, Vec<u32>)>,
    /// Numbers of terms that nobody has any more.
    free: Vec<u32>,
}

impl Postings {
    /// Adds a person to a term; returns the number of the term.
    pub(super) fn add(&mut self, what: &str, person: u32) -> u32 {
        let id = match self.ids.get(what) {
            Some(id) => *id,
            None => self.assign(what.into()),
        };
        insert(&mut self.entries[id as usize].1, person);
        id
    }

    fn assign(&mut self, what: Arc<str>) -> u32 {
        let id = self.free.pop().unwrap_or_else(|| {
            self.entries.push((what.clone(), Vec::new()));
            u32::try_from(self.entries.len() - 1).unwrap_or(u32::MAX)
        });
        self.entries[id as usize].0 = what.clone();
        self.ids.insert(what, id);
        id
    }

    /// Removes a person from the term numbered `id`.
    pub(super) fn remove(&mut self, id: u32, person: u32) {
        let (what, people) = &mut self.entries[id as usize];
        if remove(people, person) && people.is_empty() {
            self.ids.remove(what);
            self.free.push(id);
        }
    }

    /// Returns all terms in order of their numbers, perhaps with some that nobody has any more.
    pub(super) fn texts(&self) -> Vec<Arc<str>> {
        self.entries.iter().map(|entry| entry.0.clone()).collect()
    }

    /// Creates empty lists for the terms from [`texts`](Self::texts).
    pub(super) fn of_texts(texts: Vec<Arc<str>>) -> Self {
        let entries = texts.into_iter().map(|text| (text, Vec::new())).collect();
        Self { entries, ..Self::default() }
    }

    /// Adds a person, whose number must be the highest so far, to the term numbered `id`; returns
    /// the term. `None` if there is no such term.
    pub(super) fn add_to(&mut self, id: u32, person: u32) -> Option<Arc<str>> {
        let (text, people) = self.entries.get_mut(id as usize)?;
        if people.last() != Some(&person) {
            people.push(person);
        }
        Some(text.clone())
    }

    /// Frees the numbers of terms that nobody has, once all people have been added.
    pub(super) fn forget_unused(&mut self) {
        for (id, (text, people)) in (0..).zip(&self.entries) {
            if people.is_empty() {
                self.free.push(id);
            } else {
                self.ids.insert(text.clone(), id);
            }
        }
    }

    /// Returns the number of a term that somebody has.
    pub(super) fn id(&self, what: &str) -> Option<u32> {
        self.ids.get(what).copied()
    }

    /// Returns the term with a number.
    pub(super) fn text(&self, id: u32) -> &Arc<str> {
        &self.entries[id as usize].0
    }

    /// Returns the people who have a term.
    pub(super) fn of(&self, id: Option<u32>) -> &[u32] {
        id.map_or(&[], |id| &self.entries[id as usize].1)
    }
}

/// Inserts a number into a sorted list, once.
pub(super) fn insert(numbers: &mut Vec<u32>, number: u32) {
    if let Err(place) = numbers.binary_search(&number) {
        numbers.insert(place, number);
    }
}

/// Removes a number from a sorted list; returns whether it was there.
pub(super) fn remove(numbers: &mut Vec<u32>, number: u32) -> bool {
    let place = numbers.binary_search(&number);
    place.is_ok_and(|place| numbers.remove(place) == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_of_an_unused_term_is_reused() {
        let mut postings = Postings::default();
        let leeds = postings.add("leeds", 3);
        for person in [1, 3] {
            assert_eq!(postings.add("leeds", person), leeds);
        }
        let (known, unknown) = (postings.id("leeds"), postings.id("york"));
        assert_eq!((postings.of(known), postings.of(unknown)), (&[1, 3][..], &[][..]));
        for person in [3, 1, 1, 2] {
            postings.remove(leeds, person);
        }
        assert_eq!((postings.id("leeds"), postings.of(known).len()), (None, 0));
        let york = postings.add("york", 7);
        assert_eq!((york, postings.entries.len()), (leeds, 1), "its number is given again");
        assert_eq!((&**postings.text(york), postings.free.len()), ("york", 0));
    }
}
