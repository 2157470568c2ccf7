//! Results of reads, cached in memory until anything is written.
//!
//! An embedded store belongs to one process, so all its writes pass through here and are
//! counted. A result is valid as long as that count is what it was before the read began.

use std::{
    borrow::Cow,
    hash::{Hash, Hasher},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use moka::{future::Cache, policy::EvictionPolicy};
use surrealdb::types::{RecordIdKey, Value, Variables};

use crate::DbError;

/// Memory for cached results, in bytes, roughly.
const CAPACITY: u64 = 16 << 20;
/// Memory for a value apart from its letters, in bytes, roughly.
const VALUE_BYTES: usize = 48;
/// What one more entry takes, whatever is in it, in bytes, roughly.
const ENTRY_BYTES: usize = 512;

pub(crate) type Rows = Arc<Vec<Value>>;

/// The number of writes so far, and results of reads by the number before them.
pub(crate) struct QueryCache {
    writes: AtomicU64,
    results: Cache<(u64, Statement), Rows>,
}

/// A write that is under way.
pub(crate) struct CountedWrite<'a>(&'a QueryCache);

impl Drop for CountedWrite<'_> {
    fn drop(&mut self) {
        self.0.writes.fetch_add(1, Ordering::Release);
    }
}

/// The text of a read and what is bound in it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Statement {
    pub(crate) text: Cow<'static, str>,
    pub(crate) variables: Variables,
}

impl Hash for Statement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
        for binding in self.variables.iter() {
            binding.hash(state);
        }
    }
}

impl QueryCache {
    pub(crate) fn new() -> Self {
        // The latest results stay: those from before a write are never looked up again.
        let results = Cache::builder()
            .eviction_policy(EvictionPolicy::lru())
            .weigher(weight)
            .max_capacity(CAPACITY)
            .build();
        Self { writes: AtomicU64::new(0), results }
    }

    /// Counts a write when it is dropped: however the write ends.
    pub(crate) fn counted_write(&self) -> CountedWrite<'_> {
        CountedWrite(self)
    }

    /// The cached result of `statement`, or what `fetch` reads. Of many who look up the same at
    /// once, one fetches.
    pub(crate) async fn get_or_fetch(
        &self,
        statement: Statement,
        fetch: impl Future<Output = Result<Vec<Value>, DbError>>,
    ) -> Result<Rows, DbError> {
        let key = (self.writes.load(Ordering::Acquire), statement);
        let rows = self.results.try_get_with(key, async { fetch.await.map(Arc::new) }).await;
        rows.map_err(DbError::Shared)
    }
}

fn weight((_, statement): &(u64, Statement), rows: &Rows) -> u32 {
    let bound = statement.variables.iter().map(|(name, value)| name.len() + bytes(value));
    let rows = rows.iter().map(bytes);
    let bytes = ENTRY_BYTES + statement.text.len() + bound.chain(rows).sum::<usize>();
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

fn bytes(value: &Value) -> usize {
    let inside = match value {
        Value::String(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::Array(values) => values.iter().map(bytes).sum(),
        Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + bytes(value)).sum(),
        Value::RecordId(id) => id.table.as_str().len() + key_bytes(&id.key),
        _ => 0,
    };
    VALUE_BYTES + inside
}

fn key_bytes(key: &RecordIdKey) -> usize {
    match key {
        RecordIdKey::String(text) => text.len(),
        RecordIdKey::Array(values) => values.iter().map(bytes).sum(),
        RecordIdKey::Object(fields) => {
            fields.iter().map(|(name, value)| name.len() + bytes(value)).sum()
        }
        _ => 0,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed test may panic")]
mod tests {
    use surrealdb::types::RecordId;

    use super::*;

    fn till(name: &str) -> Statement {
        let mut variables = Variables::new();
        variables.insert("name", name.to_owned());
        Statement { text: "SELECT * FROM till WHERE name = $name".into(), variables }
    }

    fn rows(text: &str) -> Vec<Value> {
        vec![Value::String(text.to_owned())]
    }

    #[tokio::test]
    async fn a_result_is_cached_until_something_is_written() {
        let cache = QueryCache::new();
        let get = async |name: &str, found: &str| {
            let found = rows(found);
            cache.get_or_fetch(till(name), async { Ok(found) }).await.unwrap().to_vec()
        };
        assert_eq!(get("one", "1").await, rows("1"));
        assert_eq!(get("one", "2").await, rows("1"));
        assert_eq!(get("two", "2").await, rows("2"));
        drop(cache.counted_write());
        assert_eq!(get("one", "3").await, rows("3"));
    }

    #[tokio::test]
    async fn a_result_that_a_write_overtook_is_not_used() {
        let cache = QueryCache::new();
        let overtaken = async {
            drop(cache.counted_write());
            Ok(rows("old"))
        };
        assert_eq!(*cache.get_or_fetch(till("one"), overtaken).await.unwrap(), rows("old"));
        let fresh = cache.get_or_fetch(till("one"), async { Ok(rows("new")) }).await.unwrap();
        assert_eq!(*fresh, rows("new"));
    }

    #[tokio::test]
    async fn of_many_lookups_at_once_one_fetches_and_a_failure_is_not_cached() {
        let cache = QueryCache::new();
        let fetched = AtomicU64::new(0);
        let get = || {
            cache.get_or_fetch(till("one"), async {
                fetched.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Err(DbError::Corrupt("no row".to_owned()))
            })
        };
        let (one, other) = tokio::join!(get(), get());
        for failed in [one, other] {
            assert!(failed.unwrap_err().to_string().contains("no row"));
        }
        assert_eq!(fetched.load(Ordering::Relaxed), 1);
        assert!(cache.get_or_fetch(till("one"), async { Ok(rows("1")) }).await.is_ok());
    }

    #[test]
    fn entries_weigh_what_they_hold() {
        let weigh = |name: &str, rows| weight(&(0, till(name)), &Arc::new(rows));
        let light = weigh("one", rows(""));
        assert!(light > 512, "{light}");
        assert_eq!(weigh("one", rows(&"x".repeat(1000))) - light, 1000);
        assert_eq!(weigh(&"x".repeat(1003), rows("")) - light, 1000);
        let person = |key: &str| vec![Value::RecordId(RecordId::new("person", key))];
        assert_eq!(weigh("one", person(&"x".repeat(1000))) - weigh("one", person("")), 1000);
    }
}
