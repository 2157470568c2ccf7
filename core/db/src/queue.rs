//! Queues of writers of the same record.
//!
//! Two concurrent writes of one record cost as much as three: the second conflicts and is run
//! again, and with many writers most conflict repeatedly. Writers in this process that name the
//! same record therefore wait for each other, first come, first served. This is only an
//! optimisation: other processes do not take part, and the database still detects conflicts.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{
    sync::{Mutex as Lock, OwnedMutexGuard},
    time::{Duration, Instant, timeout_at},
};

/// Longest wait for a lock, after which a writer continues without it. Otherwise each writer behind
/// a disk that does not answer would wait for all before it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Locks by name; only those held or waited for are stored.
#[derive(Default)]
pub(crate) struct WriteQueues(Mutex<HashMap<String, Arc<Lock<()>>>>);

/// Position at the head of some queues, until dropped.
#[must_use = "others go on as soon as this is dropped"]
pub struct Queued {
    queues: Arc<WriteQueues>,
    held: Vec<(String, OwnedMutexGuard<()>)>,
}

impl WriteQueues {
    /// Waits, for a few seconds at most, until the caller is at the head of the queues called
    /// `names`.
    ///
    /// Queues are entered in order of their names, so that writers cannot deadlock.
    pub(crate) async fn enter(self: &Arc<Self>, names: BTreeSet<String>) -> Queued {
        let mut queued = Queued { queues: self.clone(), held: Vec::with_capacity(names.len()) };
        let until = Instant::now() + PATIENCE;
        for name in names {
            let lock = self.locks().entry(name.clone()).or_default().clone();
            match timeout_at(until, lock.lock_owned()).await {
                Ok(guard) => queued.held.push((name, guard)),
                Err(_) => self.remove_if_unused(&name),
            }
        }
        queued
    }

    /// Removes a lock that nobody holds or waits for.
    fn remove_if_unused(&self, name: &str) {
        let mut locks = self.locks();
        // Waiting tasks hold a clone of the lock, which they take under the same mutex.
        if locks.get(name).is_some_and(|lock| Arc::strong_count(lock) == 1) {
            locks.remove(name);
        }
    }

    fn locks(&self) -> MutexGuard<'_, HashMap<String, Arc<Lock<()>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Queued {
    fn drop(&mut self) {
        for (name, guard) in self.held.drain(..) {
            drop(guard);
            self.queues.remove_if_unused(&name);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::{task::yield_now, time::timeout};

    use super::*;

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[tokio::test]
    async fn same_name_is_ordered_and_others_do_not_wait() {
        let queues = Arc::new(WriteQueues::default());
        let first = queues.enter(names(&["ana", "bo"])).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = Vec::new();
        for number in 0..3 {
            let (queues, order) = (queues.clone(), order.clone());
            waiting.push(tokio::spawn(async move {
                let _queued = queues.enter(names(&["bo", "cy"])).await;
                order.lock().unwrap().push(number);
                yield_now().await;
            }));
            yield_now().await;
        }
        drop(timeout(Duration::from_secs(5), queues.enter(names(&["dan"]))).await.unwrap());
        assert!(order.lock().unwrap().is_empty());
        drop(first);
        for one in waiting {
            one.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [0, 1, 2]);
        assert!(queues.locks().is_empty());
    }

    #[tokio::test]
    async fn wait_ends_at_the_time_limit() {
        let queues = Arc::new(WriteQueues::default());
        let stuck = queues.enter(names(&["ana", "bo"])).await;
        let started = Instant::now();
        let other = queues.enter(names(&["ana", "bo", "cy"])).await;
        assert!(
            (PATIENCE..PATIENCE * 3 / 2).contains(&started.elapsed()),
            "for all of them together"
        );
        assert_eq!(other.held.len(), 1);
        drop(other);
        drop(stuck);
        assert!(queues.locks().is_empty());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn no_deadlocks_and_no_locks_left() {
        let queues = Arc::new(WriteQueues::default());
        let writers = (0..200_usize).map(|number| {
            let queues = queues.clone();
            tokio::spawn(async move {
                let both = names(&[["a", "b", "c"][number % 3], ["a", "b", "c"][number / 3 % 3]]);
                let entering = queues.enter(both);
                // Some give up waiting.
                let limit = Duration::from_micros(if number % 7 == 0 { 1 } else { 5_000_000 });
                let _entered = timeout(limit, entering).await;
                yield_now().await;
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.unwrap();
        }
        let _last = queues.enter(names(&["a", "b", "c"])).await;
        assert_eq!(queues.locks().len(), 3);
    }
}
