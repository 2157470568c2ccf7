//! Skills that people offer, and their ranking in a search.

use std::{cmp::Reverse, collections::BTreeMap, sync::Arc};

use sparkyard_kernel::ports::{Fit, OfferedSkill, SkillQuery, SkillRank, SkillTerm};

use super::{index::Entry, postings::Postings};

/// A skill of a person, in numbers of [`Offers`].
pub(super) struct Offer {
    category: u32,
    /// Ascending.
    stems: Box<[u32]>,
}

/// People by category slug and by stem of what they offer.
#[derive(Default)]
pub(super) struct Offers {
    categories: Postings,
    stems: Postings,
}

/// A search term, in numbers of [`Offers`].
struct Wanted<'a> {
    term: &'a SkillTerm,
    categories: Vec<u32>,
    stem: Option<u32>,
}

impl Offer {
    /// Returns the numbers of the category and the stems.
    pub(super) fn numbers(&self) -> (u32, Box<[u32]>) {
        (self.category, self.stems.clone())
    }
}

impl Offers {
    /// Returns all categories and all stems, in order of their numbers.
    pub(super) fn texts(&self) -> (Vec<Arc<str>>, Vec<Arc<str>>) {
        (self.categories.texts(), self.stems.texts())
    }

    /// Creates empty lists for the texts from [`texts`](Self::texts).
    pub(super) fn of_texts(categories: Vec<Arc<str>>, stems: Vec<Arc<str>>) -> Self {
        Self { categories: Postings::of_texts(categories), stems: Postings::of_texts(stems) }
    }

    /// Adds the offers of a person, whose number must be the highest so far, given by
    /// [`numbers`](Offer::numbers); `None` if one of these is unknown.
    pub(super) fn restore(
        &mut self,
        offers: Vec<(u32, Box<[u32]>)>,
        person: u32,
    ) -> Option<Box<[Offer]>> {
        let restore = |(category, stems): (u32, Box<[u32]>)| {
            self.categories.add_to(category, person)?;
            for stem in &stems {
                self.stems.add_to(*stem, person)?;
            }
            Some(Offer { category, stems })
        };
        offers.into_iter().map(restore).collect()
    }

    /// Frees the numbers of what nobody offers, once everybody has been restored.
    pub(super) fn forget_unused(&mut self) {
        self.categories.forget_unused();
        self.stems.forget_unused();
    }

    /// Adds the offers of a person.
    pub(super) fn add(&mut self, offers: &[OfferedSkill], person: u32) -> Box<[Offer]> {
        let add = |offer: &OfferedSkill| {
            let stems = offer.stems.iter().map(|stem| self.stems.add(stem, person));
            let mut stems: Box<[u32]> = stems.collect();
            stems.sort_unstable();
            Offer { category: self.categories.add(&offer.category, person), stems }
        };
        offers.iter().map(add).collect()
    }

    /// Removes offers of a person.
    pub(super) fn remove(&mut self, offers: &[Offer], person: u32) {
        for offer in offers {
            self.categories.remove(offer.category, person);
            for stem in &offer.stems {
                self.stems.remove(*stem, person);
            }
        }
    }

    /// Returns the people whose offers match `query`, in groups of equal rank, best first; numbers
    /// ascend within a group.
    pub(super) fn ranked(&self, query: &SkillQuery, people: &[Entry]) -> Vec<Vec<u32>> {
        let wanted: Vec<Wanted<'_>> = query.terms.iter().map(|term| self.wanted(term)).collect();
        let mut fitting: Vec<u32> = wanted.iter().flat_map(|word| self.having(word)).collect();
        fitting.sort_unstable();
        fitting.dedup();
        let mut groups: BTreeMap<Reverse<SkillRank>, Vec<u32>> = BTreeMap::new();
        for person in fitting {
            if let Some(rank) = rank(&people[person as usize], &wanted) {
                groups.entry(Reverse(rank)).or_default().push(person);
            }
        }
        groups.into_values().collect()
    }

    fn wanted<'a>(&self, term: &'a SkillTerm) -> Wanted<'a> {
        let categories = term.categories.iter().filter_map(|slug| self.categories.id(slug));
        Wanted { term, categories: categories.collect(), stem: self.stems.id(&term.stem) }
    }

    fn having(&self, word: &Wanted<'_>) -> impl Iterator<Item = u32> {
        let by_category = word.categories.iter().flat_map(|id| self.categories.of(Some(*id)));
        by_category.chain(self.stems.of(word.stem)).copied()
    }
}

/// Returns the rank of a person's best offer. Terms that do not match it may match the name: 'Rosie
/// plumbing'.
fn rank(entry: &Entry, wanted: &[Wanted<'_>]) -> Option<SkillRank> {
    let name = entry.name.as_deref()?;
    let called = |word: &str| !word.is_empty() && name.split(' ').any(|own| own == word);
    let called: Vec<bool> = wanted.iter().map(|word| called(&word.term.word)).collect();
    let fit = |offer: &Offer| {
        let fits = wanted.iter().map(|word| Fit {
            weight: word.term.weight,
            category: word.categories.contains(&offer.category),
            text: word.stem.is_some_and(|stem| offer.stems.binary_search(&stem).is_ok()),
        });
        SkillRank::of(fits.clone())?;
        SkillRank::of(
            fits.zip(&called).map(|(fit, called)| Fit { text: fit.text || *called, ..fit }),
        )
    };
    entry.offers.iter().filter_map(fit).max()
}
