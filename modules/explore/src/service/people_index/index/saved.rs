//! Serialised index, without what can be derived from the rest.

use std::{collections::HashMap, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{Entry, Index};
use crate::{
    model::grid::Cell,
    service::people_index::{
        offers::{Offer, Offers},
        postings::Postings,
    },
};

/// Contents of an [`Index`].
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedIndex {
    known: i64,
    cities: Vec<Arc<str>>,
    categories: Vec<Arc<str>>,
    stems: Vec<Arc<str>>,
    people: Vec<SavedPerson>,
}

/// A person as of their last change. City, categories and stems are positions in the lists of the
/// index.
#[derive(Serialize, Deserialize)]
struct SavedPerson {
    id: String,
    number: i64,
    cell: Option<(i32, i32)>,
    name: Option<Box<str>>,
    city: Option<u32>,
    /// Category and stems of each skill.
    offers: Vec<(u32, Box<[u32]>)>,
}

impl SavedIndex {
    /// Returns the number of the latest change included.
    pub(crate) fn known(&self) -> i64 {
        self.known
    }
}

impl Index {
    pub(in crate::service::people_index) fn save(&self) -> SavedIndex {
        let person = |entry: &Entry| SavedPerson {
            id: entry.id.to_string(),
            number: entry.number,
            cell: entry.cell.map(|cell| (cell.row, cell.col)),
            name: entry.name.clone(),
            city: entry.city.as_ref().and_then(|city| self.cities.id(city)),
            offers: entry.offers.iter().map(Offer::numbers).collect(),
        };
        let (categories, stems) = self.offers.texts();
        SavedIndex {
            known: self.known,
            cities: self.cities.texts(),
            categories,
            stems,
            people: self.people.iter().map(person).collect(),
        }
    }

    /// Rebuilds a saved index; `None` if a position is outside its list.
    pub(in crate::service::people_index) fn restore(saved: SavedIndex) -> Option<Self> {
        let SavedIndex { known, cities, categories, stems, people } = saved;
        let mut index = Self {
            known,
            by_id: HashMap::with_capacity(people.len()),
            people: Vec::with_capacity(people.len()),
            cities: Postings::of_texts(cities),
            offers: Offers::of_texts(categories, stems),
            ..Self::default()
        };
        for saved in people {
            let SavedPerson { id, number, cell, name, city, offers } = saved;
            let person = u32::try_from(index.people.len()).ok()?;
            let id: Arc<str> = id.into();
            let cell = cell.map(|(row, col)| Cell { row, col });
            let city = match city {
                Some(city) => Some(index.cities.add_to(city, person)?),
                None => None,
            };
            let offers = index.offers.restore(offers, person)?;
            index.words.rename(person, None, name.as_deref());
            if name.is_some() && cell.is_none() {
                index.placeless.insert(id.clone(), person);
            }
            index.by_id.insert(id.clone(), person);
            index.people.push(Entry { id, number, cell, name, city, offers });
            if let Some(cell) = cell {
                index.enter(cell, person);
            }
        }
        index.cities.forget_unused();
        index.offers.forget_unused();
        index.settle();
        Some(index)
    }
}
