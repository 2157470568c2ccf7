//! Cache of data about people that lists show.
//!
//! Entries are never stale: an entry is used only if the [`People`](crate::ports::People) port knows
//! of no change of the person since the entry was read.

use std::{collections::HashMap, sync::Arc};

use moka::future::Cache;

use crate::{UserId, ports::LastChanges};

/// Memory of a cache, in bytes, approximately.
const CAPACITY: u64 = 16 << 20;
/// Size of an entry without its text, in bytes, approximately.
const ENTRY_BYTES: usize = 512;

/// Values by person, each with the number of the latest change at the time of reading.
pub struct ChangeCache<T>(Cache<UserId, Entry<T>>);

type Entry<T> = (i64, Arc<T>);

impl<T: Send + Sync + 'static> ChangeCache<T> {
    /// Creates an empty cache. `text_bytes` returns the size of the text in a value, in bytes.
    pub fn new(text_bytes: fn(&T) -> usize) -> Self {
        let weigh = move |_: &UserId, (_, value): &Entry<T>| {
            u32::try_from(ENTRY_BYTES + text_bytes(value)).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().max_capacity(CAPACITY).weigher(weigh).build())
    }

    /// Returns the valid entries of `ids`, and the ids without one.
    pub async fn get(
        &self,
        ids: &[UserId],
        known: &LastChanges,
    ) -> (HashMap<UserId, Arc<T>>, Vec<UserId>) {
        let (mut found, mut missing) = (HashMap::with_capacity(ids.len()), Vec::new());
        for id in ids {
            let changed = known.changed.get(id);
            let cached = self.0.get(id).await;
            match cached.filter(|(read_at, _)| changed.is_some_and(|changed| read_at >= changed)) {
                Some((_, value)) => drop(found.insert(id.clone(), value)),
                None => missing.push(id.clone()),
            }
        }
        (found, missing)
    }

    /// Caches a value that was read after `known`.
    pub async fn put(&self, id: UserId, known: &LastChanges, value: Arc<T>) {
        self.0.insert(id, (known.as_of, value)).await;
    }
}

impl<T> std::fmt::Debug for ChangeCache<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ChangeCache")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed test may panic")]
mod tests {
    use super::*;

    fn known(as_of: i64, changed: i64) -> LastChanges {
        LastChanges { as_of, changed: HashMap::from([("ana".into(), changed)]) }
    }

    #[tokio::test]
    async fn entry_is_valid_until_its_person_changes() {
        let (cache, ana) = (ChangeCache::<String>::new(String::len), [UserId::from("ana")]);
        cache.put(ana[0].clone(), &known(7, 5), Arc::new("one".to_owned())).await;
        for (last, valid) in [(known(7, 5), true), (known(9, 7), true), (known(9, 8), false)] {
            let (found, missing) = cache.get(&ana, &last).await;
            assert_eq!((found.contains_key(&ana[0]), missing.is_empty()), (valid, valid));
        }
        let nobody = LastChanges { as_of: 9, changed: HashMap::new() };
        assert_eq!(cache.get(&ana, &nobody).await.1, ana, "people unknown to the index may change");
    }

    #[tokio::test]
    async fn size_is_bounded() {
        let cache = ChangeCache::<String>::new(String::len);
        let long = Arc::new("x".repeat(1 << 20));
        for number in 0..100 {
            cache.put(format!("{number}").as_str().into(), &known(1, 1), long.clone()).await;
        }
        cache.0.run_pending_tasks().await;
        assert!((1..=16).contains(&cache.0.entry_count()), "{}", cache.0.entry_count());
        assert!(cache.0.weighted_size() <= CAPACITY);
    }
}
