//! In-memory cache of definitions of tables, fields, indexes and functions.
//!
//! The database reads these definitions again in each transaction, from key ranges that change only
//! in migrations. Here each range is read from the storage once.

use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

use surrealdb_kvs::{Direction, KeyRange, ScanResult};

/// Kinds of definitions of a database: functions, parameters, tables.
const OF_DATABASE: [&[u8]; 3] = [b"!fn", b"!pa", b"!tb"];
/// Kinds of definitions of a table: events, fields, tables computed from it, indexes and live
/// queries.
const OF_TABLE: [&[u8]; 5] = [b"!ev", b"!fd", b"!ft", b"!ix", b"!lq"];
/// Most cached ranges: many times as many as there are tables.
const MAX_RANGES: usize = 4_096;

/// Definitions as of the latest commit that changed one.
#[derive(Default)]
pub(super) struct Definitions(RwLock<State>);

/// Version of the definitions: number of commits that have changed one.
pub(super) type Version = u64;

/// A scan of definitions: start and end of its range, whether it is forward, its offset and its
/// limit.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Scan(Vec<u8>, Vec<u8>, bool, u32, u32);

/// A key and its value.
type Entry = (Vec<u8>, Vec<u8>);

#[derive(Default)]
struct State {
    /// Commits that change definitions: number begun, and number ended.
    begun: Version,
    ended: Version,
    /// Results of scans, as of `ended` commits.
    found: HashMap<Scan, Vec<Entry>>,
}

impl Scan {
    /// Returns the scan if it can find only definitions of one kind.
    pub(super) fn of(
        range: &KeyRange<'_>,
        direction: Direction,
        (skip, limit): (u32, u32),
    ) -> Option<Self> {
        let (start, end) = (range.start.as_slice(), range.end.as_slice());
        let kind = kind(start)?;
        let forward = matches!(direction, Direction::Forward);
        end.starts_with(kind).then(|| Self(start.to_owned(), end.to_owned(), forward, skip, limit))
    }
}

impl Definitions {
    /// Runs `begin` and returns the version its transaction sees; `None` during a change.
    pub(super) fn seen_by<T, E>(
        &self,
        begin: impl FnOnce() -> Result<T, E>,
    ) -> Result<(T, Option<Version>), E> {
        let version = self.read().ended;
        let transaction = begin()?;
        Ok((transaction, (self.read().begun == version).then_some(version)))
    }

    /// Returns the cached result of `scan` in this version, if it is still the latest.
    pub(super) fn find(&self, scan: &Scan, version: Version) -> Option<ScanResult> {
        let state = self.read();
        let found = state.found.get(scan).filter(|_| state.ended == version)?;
        let (keys, values) =
            (found.iter().map(|entry| &entry.0), found.iter().map(|entry| &entry.1));
        Some(ScanResult {
            key_bytes: keys.map(|key| key.len() as u64).sum(),
            value_bytes: values.map(|value| value.len() as u64).sum(),
            values: found.clone(),
        })
    }

    /// Caches the result of `scan` in this version, if it is still the latest.
    pub(super) fn keep(&self, scan: Scan, version: Version, found: &ScanResult) {
        let mut state = self.write();
        if state.ended == version && state.found.len() < MAX_RANGES {
            state.found.insert(scan, found.values.clone());
        }
    }

    /// Marks the beginning of a commit that writes a definition. If the commit is dropped before
    /// [`changed`](Self::changed), its effect is unknown and nothing is cached any more.
    pub(super) fn changing(&self) {
        self.write().begun += 1;
    }

    /// Marks the end of the commit.
    pub(super) fn changed(&self) {
        let mut state = self.write();
        state.ended += 1;
        state.found = HashMap::new();
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks whether `key` belongs to a definition.
pub(super) fn is_definition(key: &[u8]) -> bool {
    kind(key).is_some()
}

/// Returns the prefix that `key` shares with all definitions of its kind: `/*`, the namespace's
/// number, `*`, the database's, then optionally `*` and a table's name up to a zero, and the kind.
fn kind(key: &[u8]) -> Option<&[u8]> {
    let numbers = key.strip_prefix(b"/*")?;
    let (b'*', rest) = (*numbers.get(4)?, numbers.get(9..)?) else { return None };
    let (kinds, rest) = match rest.strip_prefix(b"*") {
        None => (OF_DATABASE.as_slice(), rest),
        Some(table) => {
            let length = table.iter().position(|byte| *byte == 0)?;
            (OF_TABLE.as_slice(), &table[length + 1..])
        }
    };
    let kind = rest.get(..3).filter(|kind| kinds.contains(kind))?;
    key.get(..key.len() - rest.len() + kind.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definition_keys_are_recognised() {
        let of = |end: &[u8]| [b"/*\0\0\0\x01*\0\0\0\x2a", end].concat();
        let rows: [(&[u8], Option<&[u8]>); 9] = [
            (b"!tbperson\0", Some(b"!tb")),
            (b"!fncore::publish\0", Some(b"!fn")),
            (b"*person\0!fdname\0", Some(b"*person\0!fd")),
            (b"*person\0!ix", Some(b"*person\0!ix")),
            (b"*person\0*\x03!fd\0", None),
            (b"*person\0!di\x03one\0", None),
            (b"*person\0+\0\0\0\x01*!ix", None),
            (b"!th\0\0", None),
            (b"*person", None),
        ];
        for (end, expected) in rows {
            assert_eq!(kind(&of(end)).map(<[u8]>::to_vec), expected.map(of), "{end:?}");
        }
        for other in [b"".as_slice(), b"/", b"/*", b"/*\0\0\0\x01!dbmain\0", b"/!nssite\0"] {
            assert!(!is_definition(other), "{other:?}");
        }
    }

    #[test]
    fn change_ends_the_version() {
        let definitions = Definitions::default();
        let range = || KeyRange {
            start: b"/*\0\0\0\x01*\0\0\0\x01!tb".as_slice().into(),
            end: b"/*\0\0\0\x01*\0\0\0\x01!tb\xff".as_slice().into(),
        };
        let scan = || Scan::of(&range(), Direction::Forward, (0, 10)).unwrap();
        let seen = || definitions.seen_by(|| Ok::<_, ()>(())).unwrap().1;
        let first = seen().unwrap();
        let found =
            || ScanResult { values: vec![(vec![1], vec![2, 3])], key_bytes: 1, value_bytes: 2 };
        definitions.keep(scan(), first, &found());
        let again = definitions.find(&scan(), first).unwrap();
        assert_eq!((again.values, again.key_bytes, again.value_bytes), (found().values, 1, 2));

        definitions.changing();
        assert_eq!(seen(), None, "a transaction may see the change or not");
        assert!(definitions.find(&scan(), first).is_some(), "who began before does not see it");
        definitions.changed();
        assert!(definitions.find(&scan(), first).is_none());
        definitions.keep(scan(), first, &found());
        let second = seen().unwrap();
        assert_eq!(second, first + 1);
        assert!(definitions.find(&scan(), second).is_none(), "what an old version had is not kept");
    }
}
