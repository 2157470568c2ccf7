use std::{
    pin::Pin,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{Mutex as AsyncMutex, oneshot};

use crate::DbError;

/// Most items in one write.
const MOST: usize = 100;

/// Group commit: items that arrive while a write is in progress are collected and then written in
/// one transaction, with one sync to disk.
pub struct GroupWrite<T> {
    write: Box<dyn Fn(Vec<T>) -> Writing + Send + Sync>,
    pending: Mutex<Vec<Pending<T>>>,
    under_way: AsyncMutex<()>,
}

type Writing = Pin<Box<dyn Future<Output = Result<(), DbError>> + Send>>;

/// An item to write, and the channel for its outcome.
type Pending<T> = (T, oneshot::Sender<Result<(), DbError>>);

impl<T: Clone> GroupWrite<T> {
    /// Creates a group around `write`, which writes all of its items or none.
    pub fn new<W>(write: impl Fn(Vec<T>) -> W + Send + Sync + 'static) -> Self
    where
        W: Future<Output = Result<(), DbError>> + Send + 'static,
    {
        Self {
            write: Box::new(move |items| Box::pin(write(items))),
            pending: Mutex::default(),
            under_way: AsyncMutex::default(),
        }
    }

    /// Writes `item`, possibly together with others. If the group fails and has changed nothing,
    /// each item is written by itself, so that no caller receives the error of another.
    pub async fn run(&self, item: T) -> Result<(), DbError> {
        let (sender, mut outcome) = oneshot::channel();
        self.pending().push((item, sender));
        loop {
            tokio::select! {
                biased;
                outcome = &mut outcome => {
                    // The task that was writing the item was dropped; the write may have happened.
                    let given_up = || DbError::OutcomeUnknown("a write was given up".to_owned());
                    return outcome.unwrap_or_else(|_| Err(given_up()));
                }
                _under_way = self.under_way.lock() => self.write_some().await,
            }
        }
    }

    /// Writes the next items, in order of arrival.
    async fn write_some(&self) {
        let some: Vec<Pending<T>> = {
            let mut pending = self.pending();
            let some = pending.len().min(MOST);
            pending.drain(..some).collect()
        };
        let together = (self.write)(some.iter().map(|(item, _)| item.clone()).collect()).await;
        let repeatable = together.as_ref().is_err_and(DbError::changed_nothing);
        let alone = repeatable && some.len() > 1;
        for (item, sender) in some {
            let outcome = if alone { (self.write)(vec![item]).await } else { together.clone() };
            // A failed send means that the caller stopped waiting.
            let _ = sender.send(outcome);
        }
    }

    fn pending(&self) -> MutexGuard<'_, Vec<Pending<T>>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures_util::{future::join_all, poll};
    use tokio::sync::Semaphore;

    use super::*;

    #[tokio::test]
    async fn items_share_a_write_but_not_its_error() {
        let batches: Arc<Mutex<Vec<_>>> = Arc::default();
        let noted = batches.clone();
        let group = GroupWrite::new(move |items: Vec<u32>| {
            let refused = items.contains(&13);
            noted.lock().unwrap().push((items, refused));
            async move {
                tokio::task::yield_now().await;
                if refused { Err(DbError::Undeclared("thirteen".to_owned())) } else { Ok(()) }
            }
        });
        let writes = (0..150).map(|item| group.run(item));
        for (item, outcome) in join_all(writes).await.into_iter().enumerate() {
            assert_eq!(outcome.is_err(), item == 13, "{item}");
        }
        let batches = batches.lock().unwrap();
        let written: Vec<u32> = batches
            .iter()
            .filter(|(_, refused)| !refused)
            .flat_map(|(items, _)| items.clone())
            .collect();
        let expected: Vec<u32> = (0..150).filter(|item| *item != 13).collect();
        assert_eq!(written, expected, "each once, in order");
        let sizes = batches.iter().map(|(items, _)| items.len()).filter(|size| *size > 1);
        assert_eq!(sizes.collect::<Vec<_>>(), [100, 49]);
    }

    #[tokio::test]
    async fn write_of_unknown_outcome_is_not_repeated() {
        let writes: Arc<Mutex<Vec<Vec<u32>>>> = Arc::default();
        let noted = writes.clone();
        let group = GroupWrite::new(move |items: Vec<u32>| {
            noted.lock().unwrap().push(items);
            async {
                tokio::task::yield_now().await;
                Err(DbError::OutcomeUnknown("the disk failed".to_owned()))
            }
        });
        for outcome in join_all((0..3).map(|item| group.run(item))).await {
            assert!(matches!(outcome, Err(DbError::OutcomeUnknown(_))), "{outcome:?}");
        }
        let writes: Vec<u32> = writes.lock().unwrap().iter().flatten().copied().collect();
        assert_eq!(writes, [0, 1, 2]);
    }

    #[tokio::test]
    async fn dropped_write_releases_the_waiting() {
        let (gate, passed) = (Arc::new(Semaphore::new(0)), Arc::new(Mutex::new(Vec::new())));
        let (door, seen) = (gate.clone(), passed.clone());
        let group = GroupWrite::new(move |items: Vec<u32>| {
            let (door, seen) = (door.clone(), seen.clone());
            async move {
                door.acquire().await.unwrap().forget();
                seen.lock().unwrap().extend(items);
                Ok(())
            }
        });
        let mut first = Box::pin(group.run(1));
        assert!(poll!(&mut first).is_pending());
        let (mut second, mut third) = (Box::pin(group.run(2)), Box::pin(group.run(3)));
        assert!(poll!(&mut second).is_pending());
        assert!(poll!(&mut third).is_pending());
        gate.add_permits(1);
        first.await.unwrap();
        assert!(poll!(&mut second).is_pending(), "writes its own and the third's");
        let mut fourth = Box::pin(group.run(4));
        assert!(poll!(&mut fourth).is_pending());
        drop(second);
        assert!(matches!(third.await, Err(DbError::OutcomeUnknown(_))));
        gate.add_permits(1);
        fourth.await.unwrap();
        assert_eq!(*passed.lock().unwrap(), [1, 4]);
    }
}
