//! Who has something in common.

use std::{collections::HashMap, sync::Arc};

/// Numbers of people, ascending, by what they have in common.
#[derive(Default)]
pub(super) struct Postings(HashMap<Arc<str>, Vec<u32>>);

impl Postings {
    /// Notes that a person has it, by its one copy in memory.
    pub(super) fn add(&mut self, what: &str, person: u32) -> Arc<str> {
        let what = match self.0.get_key_value(what) {
            Some((known, _)) => known.clone(),
            None => what.into(),
        };
        insert(self.0.entry(what.clone()).or_default(), person);
        what
    }

    /// Notes that a person has it no more.
    pub(super) fn remove(&mut self, what: &str, person: u32) {
        let Some(people) = self.0.get_mut(what) else { return };
        remove(people, person);
        if people.is_empty() {
            self.0.remove(what);
        }
    }

    /// Who has it.
    pub(super) fn of(&self, what: &str) -> &[u32] {
        self.0.get(what).map_or(&[], Vec::as_slice)
    }
}

/// Puts a number where it belongs, once.
pub(super) fn insert(numbers: &mut Vec<u32>, number: u32) {
    if let Err(place) = numbers.binary_search(&number) {
        numbers.insert(place, number);
    }
}

/// Takes a number out, if it is there.
pub(super) fn remove(numbers: &mut Vec<u32>, number: u32) {
    if let Ok(place) = numbers.binary_search(&number) {
        numbers.remove(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_has_is_forgotten() {
        let mut postings = Postings::default();
        for person in [3, 1, 3] {
            postings.add("leeds", person);
        }
        assert_eq!((postings.of("leeds"), postings.of("york")), (&[1, 3][..], &[][..]));
        for person in [3, 1, 2] {
            postings.remove("leeds", person);
        }
        assert!(postings.of("leeds").is_empty() && postings.0.is_empty());
    }
}
