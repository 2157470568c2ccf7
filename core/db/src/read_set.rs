//! Tracks which cached results are still current.
//!
//! A cacheable read records the key ranges that it touches, its read set. A commit that writes a
//! key in one of these ranges invalidates the result, including commits between the beginning and
//! the end of the read; no other commit does.

use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

type Key = Box<[u8]>;

/// Most ranges in the read set of a cached result.
const MAX_RANGES: usize = 2_000;
/// Most commits concurrent with a read whose result is cached.
const MAX_COMMITS: usize = 500;

/// Read sets of all cached results, and the reads and commits in progress.
#[derive(Default)]
pub(crate) struct ReadSets(Mutex<State>);

#[derive(Default)]
struct State {
    next_id: u64,
    /// Ranges that cached results depend on, by the common prefix of both ends, then by read.
    ranges: HashMap<Key, HashMap<u64, Dependency>>,
    /// Number of keys of `ranges` by length.
    lengths: BTreeMap<usize, usize>,
    /// Reads in progress, with the keys of all commits that they may not have seen.
    reading: HashMap<u64, Vec<Arc<[Key]>>>,
    /// Keys of commits in progress.
    committing: HashMap<u64, Arc<[Key]>>,
    is_closed: bool,
}

struct Dependency {
    ranges: Vec<Range<Key>>,
    is_current: Arc<AtomicBool>,
}

/// A read in progress.
pub(crate) struct Recording {
    sets: Arc<ReadSets>,
    id: u64,
    touched: Mutex<Vec<Range<Key>>>,
}

/// A commit in progress.
#[must_use = "a commit is under way until its end is reported"]
pub(crate) struct Committing<'a> {
    sets: &'a ReadSets,
    id: u64,
}

/// Key ranges that a cached result was read from.
pub(crate) struct ReadSet {
    sets: Arc<ReadSets>,
    id: u64,
    ranges: Vec<Range<Key>>,
    is_current: Arc<AtomicBool>,
}

impl ReadSets {
    /// Starts to record a read. Call it before the read sees any state.
    pub(crate) fn record(self: &Arc<Self>) -> Arc<Recording> {
        let mut state = self.state();
        let id = state.take_id();
        let unseen = state.committing.values().cloned().collect();
        state.reading.insert(id, unseen);
        drop(state);
        Arc::new(Recording { sets: self.clone(), id, touched: Mutex::default() })
    }

    /// Invalidates results that depend on any of `keys`. Call it before the commit; until the
    /// commit is marked as ended, nothing that depends on these keys is cached.
    pub(crate) fn commit(&self, keys: Vec<Key>) -> Committing<'_> {
        let keys: Arc<[Key]> = keys.into();
        let mut state = self.state();
        let id = state.take_id();
        for key in &*keys {
            state.outdate(key);
        }
        for unseen in state.reading.values_mut() {
            if unseen.len() <= MAX_COMMITS {
                unseen.push(keys.clone());
            }
        }
        state.committing.insert(id, keys);
        Committing { sets: self, id }
    }

    /// Invalidates everything, including reads in progress: later commits are no longer recorded
    /// here.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        for dependency in state.ranges.values().flat_map(HashMap::values) {
            dependency.is_current.store(false, Ordering::Release);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    fn outdate(&self, key: &[u8]) {
        let prefixes = self.lengths.keys().map_while(|&length| key.get(..length));
        let met = prefixes.filter_map(|prefix| self.ranges.get(prefix)).flat_map(HashMap::values);
        for dependency in met {
            if dependency.ranges.iter().any(|range| is_in(key, range)) {
                dependency.is_current.store(false, Ordering::Release);
            }
        }
    }

    fn add(&mut self, id: u64, range: &Range<Key>, is_current: &Arc<AtomicBool>) {
        let prefix = common_prefix(range);
        let length = prefix.len();
        let reads = self.ranges.entry(prefix).or_insert_with(|| {
            *self.lengths.entry(length).or_default() += 1;
            HashMap::new()
        });
        let new = || Dependency { ranges: Vec::new(), is_current: is_current.clone() };
        reads.entry(id).or_insert_with(new).ranges.push(range.clone());
    }

    /// Removes the ranges of the read `id` with the same prefix as `range`.
    fn remove(&mut self, id: u64, range: &Range<Key>) {
        let prefix = common_prefix(range);
        let Some(reads) = self.ranges.get_mut(&prefix) else { return };
        reads.remove(&id);
        if !reads.is_empty() {
            return;
        }
        self.ranges.remove(&prefix);
        if let Some(count) = self.lengths.get_mut(&prefix.len()) {
            *count -= 1;
            if *count == 0 {
                self.lengths.remove(&prefix.len());
            }
        }
    }
}

impl Recording {
    /// Records that the read depends on the keys from `start` to before `end`.
    pub(crate) fn touch(&self, start: &[u8], end: &[u8]) {
        let mut touched = self.touched();
        if touched.len() <= MAX_RANGES {
            touched.push(start.into()..end.into());
        }
    }

    /// Records that the read depends on `key`.
    pub(crate) fn touch_key(&self, key: &[u8]) {
        self.touch(key, &[key, &[0]].concat());
    }

    /// Ends the read. The result is already invalid if a commit that it may not have seen wrote one
    /// of its keys.
    pub(crate) fn finish(&self) -> ReadSet {
        let mut ranges = std::mem::take(&mut *self.touched());
        let too_many = ranges.len() > MAX_RANGES;
        ranges
            .sort_unstable_by(|one, other| (&one.start, &one.end).cmp(&(&other.start, &other.end)));
        ranges.dedup();
        let mut state = self.sets.state();
        let unseen = state.reading.remove(&self.id).unwrap_or_default();
        let met = unseen.iter().flat_map(|keys| &**keys).any(|key| {
            let before = ranges.partition_point(|range| *range.start <= **key);
            ranges[..before].iter().any(|range| is_in(key, range))
        });
        let too_many = too_many || unseen.len() > MAX_COMMITS;
        let outdated = met || too_many || state.is_closed;
        if outdated {
            ranges.clear();
        }
        let is_current = Arc::new(AtomicBool::new(!outdated));
        for range in &ranges {
            state.add(self.id, range, &is_current);
        }
        drop(state);
        ReadSet { sets: self.sets.clone(), id: self.id, ranges, is_current }
    }

    fn touched(&self) -> MutexGuard<'_, Vec<Range<Key>>> {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        self.sets.state().reading.remove(&self.id);
    }
}

impl Committing<'_> {
    /// Marks the commit as ended, either way. A commit dropped before this may still happen at any
    /// time, so it stays in progress.
    pub(crate) fn end(self) {
        self.sets.state().committing.remove(&self.id);
    }
}

impl ReadSet {
    /// Checks whether the database would still return the same result.
    pub(crate) fn is_current(&self) -> bool {
        self.is_current.load(Ordering::Acquire)
    }

    /// Returns the approximate memory use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        // Each range is stored here and in the index, with its prefix there.
        let one = |range: &Range<Key>| 3 * (range.start.len() + range.end.len()) + 96;
        self.ranges.iter().map(one).sum()
    }
}

impl Drop for ReadSet {
    fn drop(&mut self) {
        let mut state = self.sets.state();
        for range in &self.ranges {
            state.remove(self.id, range);
        }
    }
}

fn is_in(key: &[u8], range: &Range<Key>) -> bool {
    *range.start <= *key && *key < *range.end
}

/// Returns the longest prefix that all keys in `range` share.
fn common_prefix(range: &Range<Key>) -> Key {
    let common = range.start.iter().zip(&range.end).take_while(|(one, other)| one == other);
    range.start[..common.count()].into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(text: &str) -> Key {
        text.as_bytes().into()
    }

    fn read(sets: &Arc<ReadSets>, ranges: &[(&str, &str)]) -> ReadSet {
        let recording = sets.record();
        for (start, end) in ranges {
            recording.touch(start.as_bytes(), end.as_bytes());
        }
        recording.finish()
    }

    #[test]
    fn only_commits_in_its_ranges_invalidate_a_result() {
        let sets = Arc::new(ReadSets::default());
        let set = read(&sets, &[("b", "d"), ("x1", "x3")]);
        for other in ["a", "d", "x", "x3", "y"] {
            sets.commit(vec![key(other)]).end();
            assert!(set.is_current(), "{other}");
        }
        sets.commit(vec![key("q"), key("x1\0")]).end();
        assert!(!set.is_current());
    }

    #[test]
    fn concurrent_commits_invalidate_a_read() {
        let sets = Arc::new(ReadSets::default());
        let under_way = sets.commit(vec![key("a")]);
        let begun = sets.record();
        under_way.end();
        begun.touch_key(b"a");
        assert!(!begun.finish().is_current());

        let begun = sets.record();
        sets.commit(vec![key("a")]).end();
        begun.touch_key(b"a");
        assert!(!begun.finish().is_current());

        let later = sets.record();
        later.touch_key(b"a");
        assert!(later.finish().is_current());
    }

    #[test]
    fn keys_of_a_dropped_commit_are_not_cached() {
        let sets = Arc::new(ReadSets::default());
        drop(sets.commit(vec![key("a")]));
        for (read_key, cached) in [(b"a", false), (b"b", true)] {
            let begun = sets.record();
            begun.touch_key(read_key);
            assert_eq!(begun.finish().is_current(), cached);
        }
    }

    #[test]
    fn read_with_many_concurrent_commits_is_not_cached() {
        let sets = Arc::new(ReadSets::default());
        let begun = sets.record();
        begun.touch_key(b"a");
        for _ in 0..2 * MAX_COMMITS {
            sets.commit(vec![key("b")]).end();
        }
        assert!(sets.state().reading.values().all(|unseen| unseen.len() <= MAX_COMMITS + 1));
        assert!(!begun.finish().is_current());
    }

    #[test]
    fn ended_reads_and_commits_are_removed() {
        let sets = Arc::new(ReadSets::default());
        let set = read(&sets, &[("a", "b"), ("a", "c"), ("a", "b")]);
        let again = read(&sets, &[("a", "b")]);
        drop(sets.record());
        sets.commit(vec![key("z")]).end();
        drop(set);
        sets.commit(vec![key("a")]).end();
        assert!(!again.is_current());
        drop(again);
        let state = sets.state();
        assert!(state.ranges.is_empty() && state.lengths.is_empty());
        assert!(state.reading.is_empty() && state.committing.is_empty());
    }

    #[test]
    fn close_invalidates_everything() {
        let sets = Arc::new(ReadSets::default());
        let set = read(&sets, &[("a", "b")]);
        let begun = sets.record();
        sets.close();
        assert!(!set.is_current());
        assert!(!begun.finish().is_current());
    }

    proptest! {
        #[test]
        fn index_agrees_with_linear_search(
            ranges in proptest::collection::vec(("[ab]{0,4}", "[ab]{0,4}"), 0..6),
            commit in proptest::collection::vec("[ab]{0,5}", 0..4),
        ) {
            let sets = Arc::new(ReadSets::default());
            let ranges: Vec<_> =
                ranges.iter().map(|(start, end)| (start.as_str(), end.as_str())).collect();
            let set = read(&sets, &ranges);
            sets.commit(commit.iter().map(|text| key(text)).collect()).end();
            let met = commit.iter().any(|key| {
                ranges.iter().any(|(start, end)| *start <= key.as_str() && key.as_str() < *end)
            });
            prop_assert_eq!(set.is_current(), !met);
        }
    }
}
