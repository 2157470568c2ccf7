//! Answers to reads, kept in memory until anything is written.
//!
//! An embedded store belongs to one process, so all its writes pass through here and are
//! counted. An answer is true as long as that count is what it was before the question was asked.

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

/// Memory for answers, in bytes, roughly.
const CAPACITY: u64 = 16 << 20;
/// Memory for a value apart from its letters, in bytes, roughly.
const VALUE_BYTES: usize = 48;
/// What keeping one more answer takes, whatever is in it, in bytes, roughly.
const ENTRY_BYTES: usize = 512;

pub(crate) type Rows = Arc<Vec<Value>>;

/// The count of writes, and answers to the questions that were asked after so many.
pub(crate) struct Kept {
    writes: AtomicU64,
    answers: Cache<(u64, Question), Rows>,
}

/// A write that happens.
pub(crate) struct CountedWrite<'a>(&'a Kept);

impl Drop for CountedWrite<'_> {
    fn drop(&mut self) {
        self.0.writes.fetch_add(1, Ordering::Release);
    }
}

/// A read.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) text: Cow<'static, str>,
    pub(crate) variables: Variables,
}

impl Hash for Question {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
        for binding in self.variables.iter() {
            binding.hash(state);
        }
    }
}

impl Kept {
    pub(crate) fn new() -> Self {
        // The latest answers stay: those from before a write are never asked for again.
        let answers = Cache::builder()
            .eviction_policy(EvictionPolicy::lru())
            .weigher(weight)
            .max_capacity(CAPACITY)
            .build();
        Self { writes: AtomicU64::new(0), answers }
    }

    /// Counts a write when it is dropped: however the write ends.
    pub(crate) fn counted_write(&self) -> CountedWrite<'_> {
        CountedWrite(self)
    }

    /// The answer to `question`: the one that is kept, or what `ask` finds. Of many who ask the
    /// same at once, one does.
    pub(crate) async fn answer(
        &self,
        question: Question,
        ask: impl Future<Output = Result<Vec<Value>, DbError>>,
    ) -> Result<Rows, DbError> {
        let asked = (self.writes.load(Ordering::Acquire), question);
        let answer = self.answers.try_get_with(asked, async { ask.await.map(Arc::new) }).await;
        answer.map_err(DbError::Shared)
    }
}

fn weight((_, question): &(u64, Question), rows: &Rows) -> u32 {
    let bound = question.variables.iter().map(|(name, value)| name.len() + bytes(value));
    let rows = rows.iter().map(bytes);
    let bytes = ENTRY_BYTES + question.text.len() + bound.chain(rows).sum::<usize>();
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

    fn about(name: &str) -> Question {
        let mut variables = Variables::new();
        variables.insert("name", name.to_owned());
        Question { text: "SELECT * FROM till WHERE name = $name".into(), variables }
    }

    fn rows(text: &str) -> Vec<Value> {
        vec![Value::String(text.to_owned())]
    }

    #[tokio::test]
    async fn an_answer_is_kept_until_something_is_written() {
        let kept = Kept::new();
        let ask = async |name: &str, found: &str| {
            let found = rows(found);
            kept.answer(about(name), async { Ok(found) }).await.unwrap().to_vec()
        };
        assert_eq!(ask("one", "1").await, rows("1"));
        assert_eq!(ask("one", "2").await, rows("1"));
        assert_eq!(ask("two", "2").await, rows("2"));
        drop(kept.counted_write());
        assert_eq!(ask("one", "3").await, rows("3"));
    }

    #[tokio::test]
    async fn an_answer_that_a_write_overtook_is_not_believed() {
        let kept = Kept::new();
        let overtaken = async {
            drop(kept.counted_write());
            Ok(rows("old"))
        };
        assert_eq!(*kept.answer(about("one"), overtaken).await.unwrap(), rows("old"));
        let fresh = kept.answer(about("one"), async { Ok(rows("new")) }).await.unwrap();
        assert_eq!(*fresh, rows("new"));
    }

    #[tokio::test]
    async fn of_many_who_ask_at_once_one_does_and_a_failure_is_not_kept() {
        let kept = Kept::new();
        let asked = AtomicU64::new(0);
        let ask = || {
            kept.answer(about("one"), async {
                asked.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Err(DbError::Corrupt("no row".to_owned()))
            })
        };
        let (one, other) = tokio::join!(ask(), ask());
        for failed in [one, other] {
            assert!(failed.unwrap_err().to_string().contains("no row"));
        }
        assert_eq!(asked.load(Ordering::Relaxed), 1);
        assert!(kept.answer(about("one"), async { Ok(rows("1")) }).await.is_ok());
    }

    #[test]
    fn answers_weigh_what_they_hold() {
        let weigh = |name: &str, rows| weight(&(0, about(name)), &Arc::new(rows));
        let light = weigh("one", rows(""));
        assert!(light > 512, "{light}");
        assert_eq!(weigh("one", rows(&"x".repeat(1000))) - light, 1000);
        assert_eq!(weigh(&"x".repeat(1003), rows("")) - light, 1000);
        let person = |key: &str| vec![Value::RecordId(RecordId::new("person", key))];
        assert_eq!(weigh("one", person(&"x".repeat(1000))) - weigh("one", person("")), 1000);
    }
}
