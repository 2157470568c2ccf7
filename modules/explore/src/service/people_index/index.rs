//! The data behind the index of people: a tree over the cells that hold anybody, the words of
//! names, and who is in which city and offers what.
//!
//! The tree lies on the unit sphere, where the nearest cells come out in order without looking
//! at the rest. People are numbered in the order in which they were first seen; cells and words
//! hold those numbers.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use rstar::{RTree, primitives::GeomWithData};
use sparkyard_kernel::{Point, UserId, ports::Neighbour};

pub(crate) use super::names::Names;
use super::{
    names::Words,
    postings::{self, Postings},
};
use crate::model::{PersonChange, grid::Cell};

#[cfg(test)]
mod tests;

type CellOnSphere = GeomWithData<[f64; 3], Cell>;

/// So many people are measured one by one rather than looked for in the tree.
const MEASURED: usize = 5_000;

/// Where people are looked for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Around<'a> {
    /// Where distances start.
    pub(crate) from: Option<Point>,
    /// Kilometres; `None` for any distance, when those without a place come last.
    pub(crate) within_km: Option<f64>,
    /// Only people of this city, as it is compared.
    pub(crate) city: Option<&'a str>,
}

/// What a search for neighbours asks for.
pub(crate) struct Search<'a> {
    /// Where; without a start of distances the newest come first.
    pub(crate) around: Around<'a>,
    /// Only people who offer something under one of these slugs; without it everybody, and those
    /// who offer nothing after those who do.
    pub(crate) offering: Option<&'a [String]>,
    /// Who asks: never among those found.
    pub(crate) except: &'a UserId,
    pub(crate) skip: usize,
    pub(crate) take: usize,
}

/// Some of those whom a search asks for; one kind is listed after the other.
#[derive(Clone, Copy)]
enum Kind<'a> {
    OneOf(&'a [String]),
    OffersSomething,
    OffersNothing,
}

/// Somebody as of their last change.
pub(super) struct Entry {
    pub(super) id: Arc<str>,
    /// The number of that change.
    number: i64,
    cell: Option<Cell>,
    /// Their name as it is compared; `None` while they cannot be found.
    pub(super) name: Option<Box<str>>,
    /// Their city as it is compared.
    city: Option<Arc<str>>,
    /// What they offer, by slug.
    offers: Box<[Arc<str>]>,
}

impl Entry {
    /// Kilometres to the middle of their cell, if they have one.
    pub(super) fn km(&self, from: Option<Point>) -> Option<f64> {
        Some(from?.km_to(self.cell?.centre()))
    }

    /// Whether they are in the city that is asked for, if one is.
    fn is_in(&self, city: Option<&str>) -> bool {
        city.is_none_or(|city| self.city.as_deref() == Some(city))
    }

    /// Whether they are where somebody is looked for.
    pub(super) fn is_around(&self, around: &Around<'_>) -> bool {
        let near = |limit| self.km(around.from).is_some_and(|km| km <= limit);
        self.is_in(around.city) && around.within_km.is_none_or(near)
    }
}

impl Search<'_> {
    /// Whether it asks for somebody among those of a kind, wherever they are in its city.
    fn wants(&self, kind: Kind<'_>, entry: &Entry) -> bool {
        let alike = match kind {
            Kind::OneOf(slugs) => entry.offers.iter().any(|own| slugs.iter().any(|s| **s == **own)),
            Kind::OffersSomething => !entry.offers.is_empty(),
            Kind::OffersNothing => entry.offers.is_empty(),
        };
        alike && entry.is_in(self.around.city) && *entry.id != *self.except.as_str()
    }
}

/// Everybody as of the change numbered `known`.
#[derive(Default)]
pub(super) struct Index {
    known: i64,
    people: Vec<Entry>,
    by_id: HashMap<Arc<str>, u32>,
    /// Who is where, in the order of their ids.
    cells: HashMap<Cell, Vec<u32>>,
    tree: RTree<CellOnSphere>,
    /// Those who can be found and have no place, in the order of their ids.
    placeless: BTreeMap<Arc<str>, u32>,
    words: Words,
    cities: Postings,
    offers: Postings,
    /// Those who can be found and offer something, and the others; ascending.
    offering: Vec<u32>,
    idle: Vec<u32>,
}

impl Index {
    pub(super) fn known(&self) -> i64 {
        self.known
    }

    /// The number of somebody's last change.
    pub(super) fn changed(&self, id: &str) -> Option<i64> {
        Some(self.people[*self.by_id.get(id)? as usize].number)
    }

    /// Takes changes in while there is no tree yet; [`settle`](Self::settle) ends that.
    pub(super) fn take_in(&mut self, changes: Vec<PersonChange>, until: i64) {
        for change in changes {
            self.place(change);
        }
        self.known = self.known.max(until);
    }

    /// Makes the tree of all cells at once.
    pub(super) fn settle(&mut self) {
        self.tree = RTree::bulk_load(self.cells.keys().copied().map(on_sphere).collect());
    }

    /// Brings the index up to the change numbered `until`. Changes may come twice and in any
    /// order.
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

    /// Moves one person; the cell that this left empty and the one that was empty before.
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

    /// The number by which the index knows `id`, from now on if not yet.
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

    /// Notes in which city a person is now, what they offer, and whether they have a place.
    fn describe(&mut self, person: u32, city: Option<&str>, offers: &[String]) {
        let entry = &mut self.people[person as usize];
        if let Some(before) = entry.city.take() {
            self.cities.remove(&before, person);
        }
        let city = city.filter(|city| !city.is_empty());
        entry.city = city.map(|city| self.cities.add(city, person));
        for before in std::mem::take(&mut entry.offers) {
            self.offers.remove(&before, person);
        }
        entry.offers = offers.iter().map(|slug| self.offers.add(slug, person)).collect();
        let (found, offering) = (entry.name.is_some(), !offers.is_empty());
        for (people, inside) in
            [(&mut self.offering, found && offering), (&mut self.idle, found && !offering)]
        {
            match inside {
                true => postings::insert(people, person),
                false => postings::remove(people, person),
            }
        }
        match found && entry.cell.is_none() {
            true => drop(self.placeless.insert(entry.id.clone(), person)),
            false => drop(self.placeless.remove(&entry.id)),
        }
    }

    /// Puts a person into a cell; whether it was empty.
    fn enter(&mut self, cell: Cell, person: u32) -> bool {
        let id = |person: u32| &self.people[person as usize].id;
        let inside = self.cells.entry(cell).or_default();
        let place = inside.partition_point(|other| id(*other) < id(person));
        inside.insert(place, person);
        inside.len() == 1
    }

    /// Takes a person out of a cell; whether it is empty now.
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
        let kinds = match search.offering {
            Some(slugs) => vec![Kind::OneOf(slugs)],
            None => vec![Kind::OffersSomething, Kind::OffersNothing],
        };
        let found: Box<dyn Iterator<Item = Neighbour>> = match search.around.from {
            Some(from) => {
                let placed = kinds.iter().flat_map(move |kind| self.placed(search, *kind, from));
                let others = kinds.iter().filter(|_| search.around.within_km.is_none());
                Box::new(placed.chain(others.flat_map(|kind| self.placeless(search, *kind))))
            }
            None => Box::new(kinds.iter().flat_map(|kind| self.unmeasured(search, *kind))),
        };
        found.skip(search.skip).take(search.take).collect()
    }

    /// Those of a kind who have a place, nearest first, those of one cell by id.
    fn placed<'a>(
        &'a self,
        search: &'a Search<'_>,
        kind: Kind<'a>,
        from: Point,
    ) -> Box<dyn Iterator<Item = Neighbour> + 'a> {
        let near_enough = move |km: f64| search.around.within_km.is_none_or(|limit| km <= limit);
        let candidates = self.candidates(search, kind);
        if candidates.len() <= MEASURED {
            let measure = |person: &u32| {
                let entry = &self.people[*person as usize];
                let km = entry.km(Some(from)).filter(|km| near_enough(*km))?;
                search.wants(kind, entry).then_some((km, &entry.id))
            };
            let mut found: Vec<_> = candidates.iter().filter_map(measure).collect();
            found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(b.1)));
            return Box::new(found.into_iter().map(|(km, id)| neighbour(id, Some(km))));
        }
        let cells = self.tree.nearest_neighbor_iter(&on_unit_sphere(from));
        let cells = cells.map(move |cell| (cell.data, from.km_to(cell.data.centre())));
        let people =
            cells.take_while(move |(_, km)| near_enough(*km)).flat_map(move |(cell, km)| {
                let inside = self.cells.get(&cell).into_iter().flatten();
                inside.map(move |person| (&self.people[*person as usize], km))
            });
        let fitting = people.filter(move |(entry, _)| search.wants(kind, entry));
        Box::new(fitting.map(|(entry, km)| neighbour(&entry.id, Some(km))))
    }

    /// Those of a kind who can be found and have no place, the newest first.
    fn placeless<'a>(
        &'a self,
        search: &'a Search<'_>,
        kind: Kind<'a>,
    ) -> impl Iterator<Item = Neighbour> + 'a {
        let people = self.placeless.values().rev().map(|person| &self.people[*person as usize]);
        let fitting = people.filter(move |entry| search.wants(kind, entry));
        fitting.map(|entry| neighbour(&entry.id, None))
    }

    /// Those of a kind, wherever they are, the newest first.
    fn unmeasured(
        &self,
        search: &Search<'_>,
        kind: Kind<'_>,
    ) -> impl Iterator<Item = Neighbour> + use<> {
        let candidates = self.candidates(search, kind);
        let people = candidates.iter().map(|person| &self.people[*person as usize]);
        let mut found: Vec<_> = people.filter(|entry| search.wants(kind, entry)).collect();
        found.sort_unstable_by(|a, b| b.id.cmp(&a.id));
        let found: Vec<_> = found.into_iter().map(|entry| neighbour(&entry.id, None)).collect();
        found.into_iter()
    }

    /// Few people among whom all of a kind are.
    fn candidates<'a>(&'a self, search: &Search<'_>, kind: Kind<'_>) -> Cow<'a, [u32]> {
        let alike: Cow<'_, [u32]> = match kind {
            Kind::OneOf([slug]) => self.offers.of(slug).into(),
            Kind::OneOf(slugs) => {
                let mut people: Vec<u32> =
                    slugs.iter().flat_map(|slug| self.offers.of(slug)).copied().collect();
                people.sort_unstable();
                people.dedup();
                people.into()
            }
            Kind::OffersSomething => (&self.offering).into(),
            Kind::OffersNothing => (&self.idle).into(),
        };
        match search.around.city.map(|city| self.cities.of(city)) {
            Some(citizens) if citizens.len() < alike.len() => citizens.into(),
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

/// A point on a sphere of radius 1: straight-line distance there orders points as great-circle
/// distance does.
fn on_unit_sphere(point: Point) -> [f64; 3] {
    let (lat, lon) = (point.lat.to_radians(), point.lon.to_radians());
    [lat.cos() * lon.cos(), lat.cos() * lon.sin(), lat.sin()]
}
