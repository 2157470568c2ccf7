//! The data behind the index of people: a tree over the cells that hold anybody, and the words of
//! names.
//!
//! The tree lies on the unit sphere, where the nearest cells come out in order without looking
//! at the rest. People are numbered in the order in which they were first seen; cells and words
//! hold those numbers.

use std::{collections::HashMap, sync::Arc};

use rstar::{RTree, primitives::GeomWithData};
use sparkyard_kernel::{Point, UserId};

pub(crate) use super::names::Names;
use super::names::Words;
use crate::model::{PersonChange, grid::Cell};

type CellOnSphere = GeomWithData<[f64; 3], Cell>;

/// What a search for neighbours asks for.
pub(crate) struct Search<'a> {
    pub(crate) from: Point,
    /// Kilometres; `None` for any distance.
    pub(crate) within_km: Option<f64>,
    /// Who asks: never among those found.
    pub(crate) except: &'a UserId,
    pub(crate) skip: usize,
    pub(crate) take: usize,
}

/// Somebody and how far their cell's middle is, in kilometres.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Neighbour {
    pub(crate) id: UserId,
    pub(crate) km: f64,
}

/// Somebody as of their last change.
pub(super) struct Entry {
    pub(super) id: Arc<str>,
    /// The number of that change.
    number: i64,
    cell: Option<Cell>,
    /// Their name as it is compared; `None` while they cannot be found.
    pub(super) name: Option<Box<str>>,
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
    words: Words,
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
        let PersonChange { id, number, cell, name } = change;
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
        self.people.push(Entry { id, number: 0, cell: None, name: None });
        person
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
        let near = |cell: &CellOnSphere| (cell.data, search.from.km_to(cell.data.centre()));
        self.tree
            .nearest_neighbor_iter(&on_unit_sphere(search.from))
            .map(near)
            .take_while(|(_, km)| search.within_km.is_none_or(|limit| *km <= limit))
            .flat_map(|(cell, km)| {
                let inside = self.cells.get(&cell).into_iter().flatten();
                inside.map(move |person| (&self.people[*person as usize].id, km))
            })
            .filter(|(id, _)| ***id != *search.except.as_str())
            .skip(search.skip)
            .take(search.take)
            .map(|(id, km)| Neighbour { id: UserId(id.to_string()), km })
            .collect()
    }

    pub(super) fn named(&self, names: &Names<'_>) -> Vec<UserId> {
        let found = self.words.find(names, &self.people);
        found.into_iter().map(|id| UserId(id.to_string())).collect()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const LEEDS: Point = Point { lat: 53.8008, lon: -1.5491 };

    fn change(id: &str, number: i64, place: Option<(f64, f64)>) -> PersonChange {
        let cell = place.map(|(lat, lon)| Cell::of(Point { lat, lon }));
        PersonChange { id: id.into(), number, cell, name: Some(format!("{id} example")) }
    }

    fn of(changes: Vec<PersonChange>) -> Index {
        let mut index = Index::default();
        index.take_in(changes, 0);
        index.settle();
        index
    }

    fn found(index: &Index, within_km: Option<f64>) -> Vec<String> {
        let except = UserId::from("me");
        let search = Search { from: LEEDS, within_km, except: &except, skip: 0, take: 100 };
        index.near(&search).into_iter().map(|neighbour| neighbour.id.0).collect()
    }

    fn called(index: &Index, wanted: &str) -> Vec<String> {
        let except = UserId::from("me");
        let names = Names { wanted, except: &except, most: 100 };
        index.named(&names).into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn nearest_first_within_the_limit_and_without_oneself() {
        let index = of(vec![
            change("york", 1, Some((53.96, -1.0873))),
            change("me", 2, Some((53.8008, -1.5491))),
            change("bramley", 3, Some((53.81, -1.63))),
            change("b", 4, Some((53.8009, -1.549))),
            change("a", 5, Some((53.8008, -1.5491))),
            change("hidden", 6, None),
        ]);
        assert_eq!(found(&index, None), ["a", "b", "bramley", "york"]);
        assert_eq!(found(&index, Some(10.0)), ["a", "b", "bramley"]);
    }

    #[test]
    fn follows_changes_whatever_their_order() {
        let mut index = of(vec![change("a", 1, Some((53.8, -1.5)))]);
        index.follow(vec![change("a", 3, None), change("b", 4, Some((53.8, -1.5)))], 4);
        index.follow(
            vec![change("a", 2, Some((53.9, -1.5))), change("b", 4, Some((53.8, -1.5)))],
            4,
        );
        assert_eq!((found(&index, None), index.known), (vec!["b".to_owned()], 4));
        assert_eq!((index.changed("a"), index.changed("c")), (Some(3), None));
        index.follow(vec![change("b", 5, Some((50.0, -5.0)))], 7);
        assert_eq!((index.tree.size(), index.cells.len(), index.known), (1, 1, 7));
        assert!(found(&index, Some(100.0)).is_empty());
    }

    #[test]
    fn a_name_is_found_as_it_is_now_and_only_while_it_may_be() {
        let mut index =
            of(vec![change("ana", 1, None), change("bo", 2, None), change("me", 3, None)]);
        assert_eq!(called(&index, "exa"), ["ana", "bo"]);
        let renamed =
            PersonChange { name: Some("anna quill".to_owned()), ..change("ana", 4, None) };
        let hidden = PersonChange { name: None, ..change("bo", 5, None) };
        index.follow(vec![renamed, hidden], 5);
        assert_eq!(called(&index, "exa"), Vec::<String>::new());
        assert_eq!(called(&index, "qui ann"), ["ana"]);
    }

    #[test]
    fn agrees_with_measuring_everybody() {
        let spots = (0..400).map(|n| {
            let n = f64::from(n);
            ((n * 7.13).sin().mul_add(5.0, 54.0), (n * 3.7).cos().mul_add(4.0, -2.5))
        });
        let changes: Vec<PersonChange> =
            spots.enumerate().map(|(n, at)| change(&format!("{n:03}"), 1, Some(at))).collect();
        let mut measured: Vec<(f64, String)> = changes
            .iter()
            .map(|change| (LEEDS.km_to(change.cell.unwrap().centre()), change.id.0.clone()))
            .collect();
        measured.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        let measured: Vec<String> = measured.into_iter().take(100).map(|(_, id)| id).collect();
        assert_eq!(found(&of(changes), None), measured);
    }
}
