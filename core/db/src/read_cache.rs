//! In-memory cache of read results, invalidated by commits that write what they depend on.

use std::sync::Arc;

use moka::{future::Cache, policy::EvictionPolicy};
use surrealdb::types::{RecordId, RecordIdKey, Value};

use crate::{DbError, StatementCounts, read::Read, read_set::ReadSet, totals::Counter};

/// Memory for cached results, in bytes, approximately.
const CAPACITY: u64 = 16 << 20;
/// Memory for a value without its text, in bytes, approximately.
const VALUE_BYTES: usize = 48;
/// Approximate size of an entry without its contents, in bytes.
const ENTRY_BYTES: usize = 512;

/// Cached results of reads.
pub(crate) struct ReadCache(Cache<Read, Arc<CachedRows>>);

/// Result of a read.
pub(crate) struct CachedRows {
    pub(crate) rows: Vec<Value>,
    /// `None` where the dependencies of the result are unknown; such results are not cached.
    pub(crate) read_set: Option<ReadSet>,
}

impl CachedRows {
    fn is_current(&self) -> bool {
        self.read_set.as_ref().is_some_and(ReadSet::is_current)
    }
}

impl ReadCache {
    pub(crate) fn new() -> Self {
        let results = Cache::builder()
            .eviction_policy(EvictionPolicy::lru())
            .weigher(weight)
            .max_capacity(CAPACITY)
            .build();
        Self(results)
    }

    /// Returns the cached result of `read`, or the one of `fetch`. Concurrent misses of the same
    /// read each fetch, so that no task waits for another. `hits` counts cached results.
    pub(crate) async fn get_or_fetch(
        &self,
        read: Read,
        hits: &Counter,
        fetch: impl AsyncFnOnce(Read) -> Result<CachedRows, DbError>,
    ) -> Result<Vec<Value>, DbError> {
        if let Some(found) = self.0.get(&read).await.filter(|found| found.is_current()) {
            StatementCounts::count(|counts| counts.cached += 1);
            hits.add();
            return Ok(found.rows.clone());
        }
        let found = fetch(read.clone()).await?;
        if !found.is_current() {
            return Ok(found.rows);
        }
        let rows = found.rows.clone();
        self.0.insert(read, Arc::new(found)).await;
        Ok(rows)
    }
}

fn weight(read: &Read, found: &Arc<CachedRows>) -> u32 {
    let read = match read {
        Read::Statement(text, variables) => {
            let bound = variables.iter().map(|(name, value)| name.len() + bytes(value));
            text.len() + bound.sum::<usize>()
        }
        Read::Rows(ids) => ids.iter().map(id_bytes).sum(),
        Read::Range(range, _) => id_bytes(range),
    };
    let rows: usize = found.rows.iter().map(bytes).sum();
    let read_set = found.read_set.as_ref().map_or(0, ReadSet::bytes);
    u32::try_from(ENTRY_BYTES + read + rows + read_set).unwrap_or(u32::MAX)
}

fn id_bytes(id: &RecordId) -> usize {
    id.table.as_str().len() + key_bytes(&id.key)
}

fn bytes(value: &Value) -> usize {
    let inside = match value {
        Value::String(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::Array(values) => values.iter().map(bytes).sum(),
        Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + bytes(value)).sum(),
        Value::RecordId(id) => id_bytes(id),
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
    use surrealdb::types::Variables;

    use super::*;
    use crate::read_set::ReadSets;

    fn till(name: &str) -> Read {
        let mut variables = Variables::new();
        variables.insert("name", name.to_owned());
        Read::Statement("SELECT * FROM till WHERE name = $name".into(), variables)
    }

    /// A result `text` that depends on the key `of`.
    fn read(sets: &Arc<ReadSets>, of: &[u8], text: &str) -> CachedRows {
        let recording = sets.record();
        recording.touch_key(of);
        let rows = vec![Value::String(text.to_owned())];
        CachedRows { rows, read_set: Some(recording.finish()) }
    }

    fn text(rows: &[Value]) -> String {
        let [Value::String(text)] = rows else { panic!("one text") };
        text.clone()
    }

    #[tokio::test]
    async fn result_is_cached_until_a_dependency_is_written() {
        let (cache, sets) = (ReadCache::new(), Arc::new(ReadSets::default()));
        let get = async |name: &str, found: &str| {
            let fetch = async |_| Ok(read(&sets, name.as_bytes(), found));
            text(&cache.get_or_fetch(till(name), &Counter::default(), fetch).await.unwrap())
        };
        assert_eq!(get("one", "1").await, "1");
        assert_eq!(get("two", "2").await, "2");
        sets.commit(vec![(*b"two").into()]).end();
        assert_eq!(get("one", "3").await, "1");
        assert_eq!(get("two", "3").await, "3");
        sets.close();
        assert_eq!(get("one", "4").await, "4");
    }

    #[tokio::test]
    async fn overtaken_result_is_not_cached() {
        let (cache, sets) = (ReadCache::new(), Arc::new(ReadSets::default()));
        let hits = Counter::default();
        let overtaken = async |_| {
            let recording = sets.record();
            sets.commit(vec![(*b"one").into()]).end();
            recording.touch_key(b"one");
            let rows = vec![Value::String("old".to_owned())];
            Ok(CachedRows { rows, read_set: Some(recording.finish()) })
        };
        let reader = cache.get_or_fetch(till("one"), &hits, overtaken).await.unwrap();
        let later = async |_| Ok(read(&sets, b"one", "new"));
        let later = cache.get_or_fetch(till("one"), &hits, later).await.unwrap();
        assert_eq!([text(&reader), text(&later)], ["old", "new"]);
    }

    #[tokio::test]
    async fn failed_read_is_not_cached() {
        let (cache, sets) = (ReadCache::new(), Arc::new(ReadSets::default()));
        let hits = Counter::default();
        let failing = async |_| Err(DbError::Corrupt("no row".to_owned()));
        let failed = cache.get_or_fetch(till("one"), &hits, failing).await.unwrap_err();
        assert!(failed.to_string().contains("no row"));
        let fetch = async |_| Ok(read(&sets, b"one", "1"));
        assert!(cache.get_or_fetch(till("one"), &hits, fetch).await.is_ok());
    }

    #[test]
    fn entry_weight_counts_its_contents() {
        let sets = Arc::new(ReadSets::default());
        let weigh = |name: &str, found| weight(&till(name), &Arc::new(found));
        let light = weigh("one", read(&sets, b"", ""));
        assert!(light > 512, "{light}");
        assert_eq!(weigh("one", read(&sets, b"", &"x".repeat(1000))) - light, 1000);
        assert_eq!(weigh(&"x".repeat(1003), read(&sets, b"", "")) - light, 1000);
        assert!(weigh("one", read(&sets, &[0; 1000], "")) - light > 2000);
        let person = |key: &str| {
            let rows = vec![Value::RecordId(RecordId::new("person", key))];
            CachedRows { rows, read_set: None }
        };
        assert_eq!(weigh("one", person(&"x".repeat(1000))) - weigh("one", person("")), 1000);
    }
}
