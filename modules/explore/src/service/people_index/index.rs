//! Data of the people index: a tree over occupied cells, the words of names, and the people of each
//! city and offer.
//!
//! The tree lies on the unit sphere, where the nearest cells are found in order without visiting
//! the rest. People are numbered in the order in which they were first seen; cells and words hold
//! those numbers.

use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
    slice,
    sync::Arc,
};

use rstar::{RTree, primitives::GeomWithData};
use sparkyard_kernel::{
    Point, UserId,
    geo::FAR_KM,
    ports::{Neighbour, OfferedSkill, SkillQuery},
};

use super::{
    names::{Names, Words},
    offers::{Offer, Offers},
    postings::{self, Postings},
};
use crate::model::{PersonChange, grid::Cell};

mod saved;
#[cfg(test)]
mod tests;

pub(super) use self::saved::SavedIndex;

type CellOnSphere = GeomWithData<[f64; 3], Cell>;

/// Maximum number of people whose distances are computed one by one, without the tree.
const MEASURED: usize = 5_000;

/// Area of a search.
#[derive(Clone, Copy, Default)]
pub(crate) struct Around<'a> {
    /// Point from which distances are measured.
    pub(crate) from: Option<Point>,
    /// Radius in kilometres; `None` for any distance, with people without a place last.
    pub(crate) within_km: Option<f64>,
    /// City to search in, as a comparison key.
    pub(crate) city: Option<&'a str>,
}

/// A search by place.
pub(crate) struct Search<'a> {
    /// Area; without `from` the newest people come first.
    pub(crate) around: Around<'a>,
    /// Skills that people must offer, best match first among neighbours; `None` for everybody, with
    /// people who offer nothing last.
    pub(crate) offering: Option<&'a SkillQuery>,
    /// The viewer, who is never found.
    pub(crate) except: &'a UserId,
    pub(crate) skip: usize,
    pub(crate) take: usize,
}

/// Kind of result; one kind is listed after the other.
#[derive(Clone, Copy)]
enum Kind<'a> {
    /// People with these numbers, ascending.
    Among(&'a [u32]),
    OffersSomething,
    OffersNothing,
}

/// A person as of their last change.
pub(super) struct Entry {
    pub(super) id: Arc<str>,
    /// Number of that change.
    number: i64,
    cell: Option<Cell>,
    /// Name, folded for comparison; `None` while the person is not visible.
    pub(super) name: Option<Box<str>>,
    /// City as a comparison key.
    city: Option<Arc<str>>,
    pub(super) offers: Box<[Offer]>,
}

impl Entry {
    /// Returns the kilometres from `from` to the middle of the person's cell, if there is one.
    pub(super) fn km(&self, from: Option<Point>) -> Option<f64> {
        Some(from?.km_to(self.cell?.centre()))
    }

    /// Checks whether the person is in `city`, if one is given.
    fn is_in(&self, city: Option<&str>) -> bool {
        city.is_none_or(|city| self.city.as_deref() == Some(city))
    }

    /// Checks whether the person is in the area.
    pub(super) fn is_around(&self, around: &Around<'_>) -> bool {
        let near = |limit| self.km(around.from).is_some_and(|km| km <= limit);
        self.is_in(around.city) && around.within_km.is_none_or(near)
    }
}

impl Search<'_> {
    /// Checks a person for kind, city and `except`, but not for distance.
    fn wants(&self, kind: Kind<'_>, person: u32, entry: &Entry) -> bool {
        let alike = match kind {
            Kind::Among(people) => people.binary_search(&person).is_ok(),
            Kind::OffersSomething => !entry.offers.is_empty(),
            Kind::OffersNothing => entry.offers.is_empty(),
        };
        alike && entry.is_in(self.around.city) && *entry.id != *self.except.as_str()
    }
}

/// All people as of the change numbered `known`.
#[derive(Default)]
pub(super) struct Index {
    known: i64,
    people: Vec<Entry>,
    by_id: HashMap<Arc<str>, u32>,
    /// People of each cell, in order of their ids.
    cells: HashMap<Cell, Vec<u32>>,
    tree: RTree<CellOnSphere>,
    /// Visible people without a place, in order of their ids.
    placeless: BTreeMap<Arc<str>, u32>,
    words: Words,
    cities: Postings,
    offers: Offers,
    /// Visible people who offer something, and the others (`idle`); ascending.
    offering: Vec<u32>,
    idle: Vec<u32>,
}

impl Index {
    pub(super) fn known(&self) -> i64 {
        self.known
    }

    /// Returns the number of people ever seen.
    pub(super) fn len(&self) -> usize {
        self.people.len()
    }

    /// Returns the number of a person's last change.
    pub(super) fn changed(&self, id: &str) -> Option<i64> {
        Some(self.people[*self.by_id.get(id)? as usize].number)
    }

    /// Applies changes while there is no tree yet; call [`settle`](Self::settle) at the end.
    pub(super) fn take_in(&mut self, changes: Vec<PersonChange>, until: i64) {
        for change in changes {
            self.place(change);
        }
        self.known = self.known.max(until);
    }

    /// Adds an offer of a person while there is no tree yet. Ignores people who are not visible.
    pub(super) fn take_in_offer(&mut self, id: &UserId, offer: &OfferedSkill) {
        let Some(person) = self.by_id.get(id.as_str()).copied() else { return };
        let entry = &mut self.people[person as usize];
        if entry.name.is_some() {
            let mut offers = std::mem::take(&mut entry.offers).into_vec();
            offers.extend(self.offers.add(slice::from_ref(offer), person));
            entry.offers = offers.into();
        }
    }

    /// Builds the tree of all cells at once, and separates people who offer something from the
    /// others.
    pub(super) fn settle(&mut self) {
        self.tree = RTree::bulk_load(self.cells.keys().copied().map(on_sphere).collect());
        let found = (0..).zip(&self.people).filter(|(_, entry)| entry.name.is_some());
        let parted = found.partition::<Vec<_>, _>(|(_, entry)| !entry.offers.is_empty());
        let numbers =
            |people: Vec<(u32, _)>| people.into_iter().map(|(person, _)| person).collect();
        (self.offering, self.idle) = (numbers(parted.0), numbers(parted.1));
    }

    /// Applies changes up to the one numbered `until`. Changes may come twice and in any order.
    pub(super) fn follow(&mut self, changes: Vec<PersonChange>, until: i64) {
        for change in changes {
            let (emptied, filled) = self.place(change);
            if let Some(cell) = emptied {
                self.tree.remove(&on_sphere(cell));
            }
            if let Some(cell) = filled {
                self.tree.insert(on_sphere(cell));
            }
        }
        self.known = self.known.max(until);
    }

    /// Applies one change; returns the cell that became empty and the one that became occupied.
    fn place(&mut self, change: PersonChange) -> (Option<Cell>, Option<Cell>) {
        let PersonChange { id, number, cell, name, city, offers } = change;
        let person = self.number_of(id);
        let entry = &mut self.people[person as usize];
        if number <= entry.number {
            return (None, None);
        }
        entry.number = number;
        let before = std::mem::replace(&mut entry.cell, cell);
        let called = std::mem::replace(&mut entry.name, name.map(String::into_boxed_str));
        if called != entry.name {
            self.words.rename(person, called.as_deref(), entry.name.as_deref());
        }
        self.describe(person, city.as_deref(), &offers);
        if before == cell {
            return (None, None);
        }
        let emptied = before.filter(|cell| self.leave(*cell, person));
        let filled = cell.filter(|cell| self.enter(*cell, person));
        (emptied, filled)
    }

    /// Returns the number of `id`, assigning one if needed.
    fn number_of(&mut self, id: UserId) -> u32 {
        if let Some(person) = self.by_id.get(id.as_str()) {
            return *person;
        }
        let person = u32::try_from(self.people.len()).unwrap_or(u32::MAX);
        let id: Arc<str> = id.0.into();
        self.by_id.insert(id.clone(), person);
        let (city, offers) = (None, Box::default());
        self.people.push(Entry { id, number: 0, cell: None, name: None, city, offers });
        person
    }

    /// Updates a person's city and offers, and the list of people without a place.
    fn describe(&mut self, person: u32, city: Option<&str>, offers: &[OfferedSkill]) {
        let entry = &mut self.people[person as usize];
        let before = entry.city.take().and_then(|city| self.cities.id(&city));
        if let Some(before) = before {
            self.cities.remove(before, person);
        }
        let city = city.filter(|city| !city.is_empty());
        let city = city.map(|city| self.cities.add(city, person));
        entry.city = city.map(|city| self.cities.text(city).clone());
        self.offers.remove(&entry.offers, person);
        entry.offers = self.offers.add(offers, person);
        let (found, offering) = (entry.name.is_some(), !offers.is_empty());
        for (people, inside) in
            [(&mut self.offering, found && offering), (&mut self.idle, found && !offering)]
        {
            match inside {
                true => postings::insert(people, person),
                false => drop(postings::remove(people, person)),
            }
        }
        match found && entry.cell.is_none() {
            true => drop(self.placeless.insert(entry.id.clone(), person)),
            false => drop(self.placeless.remove(&entry.id)),
        }
    }

    /// Adds a person to a cell; returns whether it was empty.
    fn enter(&mut self, cell: Cell, person: u32) -> bool {
        let id = |person: u32| &self.people[person as usize].id;
        let inside = self.cells.entry(cell).or_default();
        let place = inside.partition_point(|other| id(*other) < id(person));
        inside.insert(place, person);
        inside.len() == 1
    }

    /// Removes a person from a cell; returns whether it is empty now.
    fn leave(&mut self, cell: Cell, person: u32) -> bool {
        let Some(inside) = self.cells.get_mut(&cell) else { return false };
        inside.retain(|other| *other != person);
        let empty = inside.is_empty();
        if empty {
            self.cells.remove(&cell);
        }
        empty
    }

    pub(super) fn near(&self, search: &Search<'_>) -> Vec<Neighbour> {
        let ranked = search.offering.map(|query| self.offers.ranked(query, &self.people));
        let kinds: Vec<Kind<'_>> = match &ranked {
            Some(groups) => groups.iter().map(|people| Kind::Among(people)).collect(),
            None => vec![Kind::OffersSomething, Kind::OffersNothing],
        };
        // Neighbours come first: the best match may be at the other end of the country.
        let (whole, parted) = (0.0..f64::INFINITY, [0.0..FAR_KM, FAR_KM..f64::INFINITY]);
        let bands: &[Range<f64>] = match kinds.len() > 1 && ranked.is_some() {
            true => &parted,
            false => slice::from_ref(&whole),
        };
        let found: Box<dyn Iterator<Item = Neighbour>> = match search.around.from {
            Some(from) => {
                let parts =
                    bands.iter().flat_map(|band| kinds.iter().map(move |kind| (band, kind)));
                let placed =
                    parts.flat_map(move |(band, kind)| self.placed(search, *kind, from, band));
                let others = kinds.iter().filter(|_| search.around.within_km.is_none());
                Box::new(placed.chain(others.flat_map(|kind| self.placeless(search, *kind))))
            }
            None => Box::new(kinds.iter().flat_map(|kind| self.unmeasured(search, *kind))),
        };
        found.skip(search.skip).take(search.take).collect()
    }

    /// Returns people of a kind within a distance band, nearest first; within a cell by id.
    fn placed<'a>(
        &'a self,
        search: &'a Search<'_>,
        kind: Kind<'a>,
        from: Point,
        band: &'a Range<f64>,
    ) -> Box<dyn Iterator<Item = Neighbour> + 'a> {
        let limit = search.around.within_km.unwrap_or(f64::INFINITY);
        let near_enough = move |km: f64| km <= limit && km < band.end;
        let candidates = self.candidates(search, kind);
        if candidates.len() <= MEASURED {
            let measure = |person: &u32| {
                let entry = &self.people[*person as usize];
                let km = entry.km(Some(from)).filter(|km| near_enough(*km) && *km >= band.start)?;
                search.wants(kind, *person, entry).then_some((km, &entry.id))
            };
            let mut found: Vec<_> = candidates.iter().filter_map(measure).collect();
            found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(b.1)));
            return Box::new(found.into_iter().map(|(km, id)| neighbour(id, Some(km))));
        }
        let cells = self.tree.nearest_neighbor_iter(&on_unit_sphere(from));
        let cells = cells.map(move |cell| (cell.data, from.km_to(cell.data.centre())));
        let cells = cells
            .skip_while(|(_, km)| *km < band.start)
            .take_while(move |(_, km)| near_enough(*km));
        let people = cells.flat_map(move |(cell, km)| {
            let inside = self.cells.get(&cell).into_iter().flatten();
            inside.map(move |person| (*person, &self.people[*person as usize], km))
        });
        let fitting = people.filter(move |(person, entry, _)| search.wants(kind, *person, entry));
        Box::new(fitting.map(|(_, entry, km)| neighbour(&entry.id, Some(km))))
    }

    /// Returns visible people of a kind without a place, newest first.
    fn placeless<'a>(
        &'a self,
        search: &'a Search<'_>,
        kind: Kind<'a>,
    ) -> impl Iterator<Item = Neighbour> + 'a {
        let people = self.placeless.values().rev();
        let people = people.map(|person| (*person, &self.people[*person as usize]));
        let fitting = people.filter(move |(person, entry)| search.wants(kind, *person, entry));
        fitting.map(|(_, entry)| neighbour(&entry.id, None))
    }

    /// Returns people of a kind without distances, newest first.
    fn unmeasured(
        &self,
        search: &Search<'_>,
        kind: Kind<'_>,
    ) -> impl Iterator<Item = Neighbour> + use<> {
        let candidates = self.candidates(search, kind);
        let people = candidates.iter().map(|person| (*person, &self.people[*person as usize]));
        let wanted = people.filter(|(person, entry)| search.wants(kind, *person, entry));
        let mut found: Vec<_> = wanted.map(|(_, entry)| entry).collect();
        found.sort_unstable_by(|a, b| b.id.cmp(&a.id));
        let found: Vec<_> = found.into_iter().map(|entry| neighbour(&entry.id, None)).collect();
        found.into_iter()
    }

    /// Returns a superset of the people of a kind: the kind or the city, whichever is smaller.
    fn candidates<'a>(&'a self, search: &Search<'_>, kind: Kind<'a>) -> &'a [u32] {
        let alike: &[u32] = match kind {
            Kind::Among(people) => people,
            Kind::OffersSomething => &self.offering,
            Kind::OffersNothing => &self.idle,
        };
        match search.around.city.map(|city| self.cities.of(self.cities.id(city))) {
            Some(citizens) if citizens.len() < alike.len() => citizens,
            _ => alike,
        }
    }

    pub(super) fn named(&self, names: &Names<'_>) -> Vec<UserId> {
        let found = self.words.find(names, &self.people);
        found.into_iter().map(|id| UserId(id.to_string())).collect()
    }
}

fn neighbour(id: &Arc<str>, km: Option<f64>) -> Neighbour {
    Neighbour { id: UserId(id.to_string()), km }
}

fn on_sphere(cell: Cell) -> CellOnSphere {
    GeomWithData::new(on_unit_sphere(cell.centre()), cell)
}

/// Returns the point on a sphere of radius 1: straight-line distance there orders points as
/// great-circle distance does.
fn on_unit_sphere(point: Point) -> [f64; 3] {
    let (lat, lon) = (point.lat.to_radians(), point.lon.to_radians());
    [lat.cos() * lon.cos(), lat.cos() * lon.sin(), lat.sin()]
}
