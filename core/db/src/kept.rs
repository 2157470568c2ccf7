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

use moka::future::Cache;
use surrealdb::types::{Value, Variables};

/// Memory for answers, in bytes, roughly.
const CAPACITY: u64 = 16 << 20;
/// Memory for a value apart from its letters, in bytes, roughly.
const VALUE_BYTES: usize = 48;

pub(crate) type Rows = Arc<Vec<Value>>;

/// The count of writes, and answers with the count at which they were asked for.
pub(crate) struct Kept {
    writes: AtomicU64,
    answers: Cache<Question, (u64, Rows)>,
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
        let answers = Cache::builder().weigher(weight).max_capacity(CAPACITY).build();
        Self { writes: AtomicU64::new(0), answers }
    }

    /// How many writes there were.
    pub(crate) fn writes(&self) -> u64 {
        self.writes.load(Ordering::Acquire)
    }

    /// Counts a write, before anybody is told of it.
    pub(crate) fn count(&self) {
        self.writes.fetch_add(1, Ordering::Release);
    }

    /// The answer to `question`, if it is known and still true.
    pub(crate) async fn get(&self, question: &Question) -> Option<Rows> {
        let (asked_at, rows) = self.answers.get(question).await?;
        (asked_at == self.writes()).then_some(rows)
    }

    /// Keeps the answer to a question that was asked after so many writes.
    pub(crate) async fn put(&self, question: Question, asked_at: u64, rows: Rows) {
        self.answers.insert(question, (asked_at, rows)).await;
    }
}

fn weight(question: &Question, (_, rows): &(u64, Rows)) -> u32 {
    let bound = question.variables.iter().map(|(name, value)| name.len() + bytes(value));
    let rows = rows.iter().map(bytes);
    let bytes = question.text.len() + bound.chain(rows).sum::<usize>();
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

fn bytes(value: &Value) -> usize {
    let inside = match value {
        Value::String(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::Array(values) => values.iter().map(bytes).sum(),
        Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + bytes(value)).sum(),
        _ => 0,
    };
    VALUE_BYTES + inside
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed test may panic")]
mod tests {
    use super::*;

    fn about(name: &str) -> Question {
        let mut variables = Variables::new();
        variables.insert("name", name.to_owned());
        Question { text: "SELECT * FROM till WHERE name = $name".into(), variables }
    }

    #[tokio::test]
    async fn an_answer_is_kept_until_something_is_written() {
        let kept = Kept::new();
        assert_eq!(kept.get(&about("one")).await, None);
        let rows = Arc::new(vec![Value::String("1".to_owned())]);
        kept.put(about("one"), kept.writes(), rows.clone()).await;
        assert_eq!(kept.get(&about("one")).await, Some(rows));
        assert_eq!(kept.get(&about("two")).await, None);
        kept.count();
        assert_eq!(kept.get(&about("one")).await, None);
    }

    #[tokio::test]
    async fn an_answer_that_a_write_overtook_is_not_believed() {
        let kept = Kept::new();
        let asked_at = kept.writes();
        kept.count();
        kept.put(about("one"), asked_at, Rows::default()).await;
        assert_eq!(kept.get(&about("one")).await, None);
    }

    #[test]
    fn answers_weigh_what_they_hold() {
        let letters = |count| (0, Arc::new(vec![Value::String("x".repeat(count))]));
        let [light, heavy] = [0, 1000].map(|count| weight(&about("one"), &letters(count)));
        assert_eq!(heavy - light, 1000);
        assert!(light > 48, "{light}");
    }
}
