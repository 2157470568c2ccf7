//! Who is near a point: an index in memory, kept up to date from the database.
//!
//! The index is a tree over the *cells* that hold anybody, on the unit sphere, where the
//! nearest cells come out in order without looking at the rest. Its cost therefore hardly
//! grows with the number of people: a page costs the log of the cells plus what it returns.
//!
//! Every change of address or visibility has a number, given in the order of commits. Before
//! each search the index asks for the changes after the last it knows, which is one look at an
//! index that is nearly always empty. So every process sees every acknowledged change, its own
//! and others'. The first search loads everyone.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, PoisonError, RwLock},
};

use rstar::{RTree, primitives::GeomWithData};
use sparkyard_kernel::{UserId, db::DbError};
use tokio::sync::OnceCell;

use crate::{
    grid::{Cell, Point},
    model::Move,
    store::Store,
};

type CellOnSphere = GeomWithData<[f64; 3], Cell>;

/// What a search asks for.
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

/// The index of all visible people with a place.
pub(crate) struct Nearby {
    store: Store,
    index: OnceCell<RwLock<Index>>,
}

impl Nearby {
    /// An index that loads itself when first asked.
    pub(crate) fn new(store: Store) -> Self {
        Self { store, index: OnceCell::new() }
    }

    /// Visible people by distance, those of one cell by id.
    pub(crate) async fn search(&self, search: &Search<'_>) -> Result<Vec<Neighbour>, DbError> {
        let index = self.index.get_or_try_init(|| self.load()).await?;
        let known = index.read().unwrap_or_else(PoisonError::into_inner).known;
        let moves = self.store.moves_after(known).await?;
        if !moves.is_empty() {
            index.write().unwrap_or_else(PoisonError::into_inner).follow(moves);
        }
        let index = index.read().unwrap_or_else(PoisonError::into_inner);
        Ok(index.search(search))
    }

    async fn load(&self) -> Result<RwLock<Index>, DbError> {
        Ok(RwLock::new(Index::of(self.store.moves_after(0).await?)))
    }
}

/// Where everybody is, as of the change numbered `known`.
#[derive(Default)]
struct Index {
    known: i64,
    /// The last change of each person and where it left them.
    people: HashMap<Arc<str>, (i64, Option<Cell>)>,
    cells: HashMap<Cell, BTreeSet<Arc<str>>>,
    tree: RTree<CellOnSphere>,
}

impl Index {
    /// An index of everyone at once.
    fn of(moves: Vec<Move>) -> Self {
        let mut index = Self::default();
        for step in moves {
            index.place(step);
        }
        index.tree = RTree::bulk_load(index.cells.keys().copied().map(on_sphere).collect());
        index
    }

    /// Brings the index up to date. Changes may come twice and in any order.
    fn follow(&mut self, moves: Vec<Move>) {
        for step in moves {
            let (emptied, filled) = self.place(step);
            if let Some(cell) = emptied {
                self.tree.remove(&on_sphere(cell));
            }
            if let Some(cell) = filled {
                self.tree.insert(on_sphere(cell));
            }
        }
    }

    /// Moves one person; the cell that this left empty and the one that was empty before.
    fn place(&mut self, step: Move) -> (Option<Cell>, Option<Cell>) {
        self.known = self.known.max(step.number);
        let id: Arc<str> = step.id.0.into();
        let before = match self.people.insert(id.clone(), (step.number, step.cell)) {
            Some(newer) if newer.0 > step.number => {
                self.people.insert(id, newer);
                return (None, None);
            }
            before => before.and_then(|(_, cell)| cell),
        };
        if before == step.cell {
            return (None, None);
        }
        let emptied = before.filter(|cell| self.leave(*cell, &id));
        let filled = step.cell.filter(|cell| {
            let people = self.cells.entry(*cell).or_default();
            people.insert(id);
            people.len() == 1
        });
        (emptied, filled)
    }

    /// Takes a person out of a cell; whether it is empty now.
    fn leave(&mut self, cell: Cell, id: &str) -> bool {
        let Some(people) = self.cells.get_mut(&cell) else { return false };
        people.remove(id);
        let empty = people.is_empty();
        if empty {
            self.cells.remove(&cell);
        }
        empty
    }

    fn search(&self, search: &Search<'_>) -> Vec<Neighbour> {
        let near = |cell: &CellOnSphere| (cell.data, search.from.km_to(cell.data.centre()));
        self.tree
            .nearest_neighbor_iter(&search.from.on_sphere())
            .map(near)
            .take_while(|(_, km)| search.within_km.is_none_or(|limit| *km <= limit))
            .flat_map(|(cell, km)| {
                let people = self.cells.get(&cell).into_iter().flatten();
                people.map(move |id| (id, km))
            })
            .filter(|(id, _)| ***id != *search.except.as_str())
            .skip(search.skip)
            .take(search.take)
            .map(|(id, km)| Neighbour { id: UserId(id.to_string()), km })
            .collect()
    }
}

fn on_sphere(cell: Cell) -> CellOnSphere {
    GeomWithData::new(cell.centre().on_sphere(), cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEEDS: Point = Point { lat: 53.8008, lon: -1.5491 };

    fn step(id: &str, number: i64, place: Option<(f64, f64)>) -> Move {
        let cell = place.map(|(lat, lon)| Cell::of(Point { lat, lon }));
        Move { id: id.into(), number, cell }
    }

    fn found(index: &Index, within_km: Option<f64>) -> Vec<String> {
        let except = UserId::from("me");
        let search = Search { from: LEEDS, within_km, except: &except, skip: 0, take: 100 };
        index.search(&search).into_iter().map(|neighbour| neighbour.id.0).collect()
    }

    #[test]
    fn nearest_first_within_the_limit_and_without_oneself() {
        let index = Index::of(vec![
            step("york", 1, Some((53.96, -1.0873))),
            step("me", 2, Some((53.8008, -1.5491))),
            step("bramley", 3, Some((53.81, -1.63))),
            step("b", 4, Some((53.8009, -1.549))),
            step("a", 5, Some((53.8008, -1.5491))),
            step("hidden", 6, None),
        ]);
        assert_eq!(found(&index, None), ["a", "b", "bramley", "york"]);
        assert_eq!(found(&index, Some(10.0)), ["a", "b", "bramley"]);
    }

    #[test]
    fn follows_moves_whatever_their_order() {
        let mut index = Index::of(vec![step("a", 1, Some((53.8, -1.5)))]);
        index.follow(vec![step("a", 3, None), step("b", 4, Some((53.8, -1.5)))]);
        index.follow(vec![step("a", 2, Some((53.9, -1.5))), step("b", 4, Some((53.8, -1.5)))]);
        assert_eq!((found(&index, None), index.known), (vec!["b".to_owned()], 4));
        index.follow(vec![step("b", 5, Some((50.0, -5.0)))]);
        assert_eq!((index.tree.size(), index.cells.len()), (1, 1));
        assert!(found(&index, Some(100.0)).is_empty());
    }

    #[test]
    fn agrees_with_measuring_everybody() {
        let spots = (0..400).map(|n| {
            let n = f64::from(n);
            ((n * 7.13).sin().mul_add(5.0, 54.0), (n * 3.7).cos().mul_add(4.0, -2.5))
        });
        let moves: Vec<Move> =
            spots.enumerate().map(|(n, at)| step(&format!("{n:03}"), 1, Some(at))).collect();
        let mut measured: Vec<(f64, String)> = moves
            .iter()
            .map(|step| (LEEDS.km_to(step.cell.unwrap().centre()), step.id.0.clone()))
            .collect();
        measured.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        let measured: Vec<String> = measured.into_iter().take(100).map(|(_, id)| id).collect();
        assert_eq!(found(&Index::of(moves), None), measured);
    }
}
