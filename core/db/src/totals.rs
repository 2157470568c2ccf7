//! Totals of database requests since the database was opened.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Db;

/// Totals of database requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Read statements.
    pub queries: u64,
    /// Reads of rows by key.
    pub key_reads: u64,
    /// Reads of either kind answered from the cache.
    pub cached: u64,
    /// Writes, each one transaction, not counting retries.
    pub writes: u64,
    /// Attempts to write that lost a conflict.
    pub conflicts: u64,
    /// Writes that gave up after too many lost conflicts.
    pub given_up: u64,
}

/// Counters behind [`Totals`].
#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) queries: Counter,
    pub(crate) key_reads: Counter,
    pub(crate) cached: Counter,
    pub(crate) writes: Counter,
    pub(crate) conflicts: Counter,
    pub(crate) given_up: Counter,
}

impl Db {
    /// Returns the totals of database requests since the database was opened.
    pub fn totals(&self) -> Totals {
        let counters = self.counters();
        Totals {
            queries: counters.queries.get(),
            key_reads: counters.key_reads.get(),
            cached: counters.cached.get(),
            writes: counters.writes.get(),
            conflicts: counters.conflicts.get(),
            given_up: counters.given_up.get(),
        }
    }
}

/// A number that only grows.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
