use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use surrealdb_kvs::{
    Direction, Error, Key, KeyRange, KeysResult, Result, SavepointStack, ScanResult, Transactable,
    Val, api::BoxFut,
};
use surrealkv::{Durability, LSMIterator, Transaction};
use tokio::{
    sync::{RwLock, RwLockReadGuard, RwLockWriteGuard},
    task::coop::consume_budget,
};

use super::{
    Storage,
    definitions::{Scan, Version, is_definition},
    uncommitted, unwritten,
};
use crate::read_set::Recording;

/// A transaction of the database.
pub(super) struct StorageTransaction {
    storage: Arc<Storage>,
    writable: bool,
    /// Version of the definitions that the transaction sees, if it is fixed.
    definitions: Option<Version>,
    /// Records the keys and ranges that are read; `None` where no result will be cached.
    recording: Option<Arc<Recording>>,
    /// Whether the transaction was committed or cancelled.
    done: AtomicBool,
    open: RwLock<Open>,
}

/// State of a transaction behind one lock.
struct Open {
    transaction: Transaction,
    savepoints: SavepointStack,
    /// Keys set or deleted, including those rolled back since.
    written: Vec<Box<[u8]>>,
}

impl Open {
    /// Checks whether the transaction has written definitions, which only itself sees.
    fn defines(&self) -> bool {
        self.written.iter().any(|key| is_definition(key))
    }

    fn value(&self, key: &Key<'_>) -> Result<Option<Val>> {
        self.transaction.get(key.as_slice()).map_err(unwritten)
    }

    fn set(&mut self, key: &Key<'_>, value: &Val) -> Result<()> {
        self.written.push(key.as_slice().into());
        self.transaction.set(key.as_slice(), value).map_err(unwritten)
    }

    fn delete(&mut self, key: &Key<'_>) -> Result<()> {
        self.written.push(key.as_slice().into());
        self.transaction.delete(key.as_slice()).map_err(unwritten)
    }

    /// Calls `visit` for the entries of `range` in order, after skipping `skip`, at most `limit`
    /// times.
    fn walk(
        &self,
        range: &KeyRange<'_>,
        direction: Direction,
        skip: u32,
        limit: u32,
        mut visit: impl FnMut(&[u8], &dyn LSMIterator) -> surrealkv::Result<()>,
    ) -> surrealkv::Result<()> {
        if range.is_empty() {
            return Ok(());
        }
        let mut entries = self.transaction.range(range.start.as_slice(), range.end.as_slice())?;
        for place in 0..u64::from(skip) + u64::from(limit) {
            let found = match (direction, place) {
                (Direction::Forward, 0) => entries.seek_first()?,
                (Direction::Forward, _) => entries.next()?,
                (Direction::Backward, 0) => entries.seek_last()?,
                (Direction::Backward, _) => entries.prev()?,
            };
            if !found {
                break;
            }
            if place >= u64::from(skip) {
                visit(entries.key().user_key(), &entries)?;
            }
        }
        Ok(())
    }
}

impl StorageTransaction {
    pub(super) fn new(
        storage: Arc<Storage>,
        begun: Transaction,
        writable: bool,
        definitions: Option<Version>,
        recording: Option<Arc<Recording>>,
    ) -> Self {
        let open = Open {
            transaction: begun.with_durability(Durability::Immediate),
            savepoints: SavepointStack::default(),
            written: Vec::new(),
        };
        let (done, open) = (AtomicBool::new(false), RwLock::new(open));
        Self { storage, writable, definitions, recording, done, open }
    }

    /// Reads the value of `key`.
    async fn value(&self, key: &Key<'_>, version: Option<u64>) -> Result<Option<Val>> {
        if let Some(recording) = &self.recording {
            recording.touch_key(key.as_slice());
        }
        self.reading(version).await?.value(key)
    }

    /// Prepares a read of `range`.
    async fn reading_range(
        &self,
        range: &KeyRange<'_>,
        version: Option<u64>,
    ) -> Result<RwLockReadGuard<'_, Open>> {
        if let Some(recording) = &self.recording {
            recording.touch(range.start.as_slice(), range.end.as_slice());
        }
        self.reading(version).await
    }

    /// Prepares a read; reading an old version is an error.
    async fn reading(&self, version: Option<u64>) -> Result<RwLockReadGuard<'_, Open>> {
        if version.is_some() {
            return Err(Error::UnsupportedVersionedQueries);
        }
        // Reads never wait for anything else, so a long series must yield to other tasks.
        consume_budget().await;
        let open = self.open.read().await;
        if self.closed() { Err(Error::TransactionFinished) } else { Ok(open) }
    }

    async fn writing(&self) -> Result<RwLockWriteGuard<'_, Open>> {
        let open = self.open.write().await;
        if self.closed() {
            Err(Error::TransactionFinished)
        } else if self.writable {
            Ok(open)
        } else {
            Err(Error::TransactionReadonly)
        }
    }

    /// Ends the transaction; an error if it has already ended.
    async fn ending(&self) -> Result<RwLockWriteGuard<'_, Open>> {
        if self.done.swap(true, Ordering::AcqRel) {
            return Err(Error::TransactionFinished);
        }
        Ok(self.open.write().await)
    }

    async fn some_keys(
        &self,
        range: KeyRange<'_>,
        direction: Direction,
        (skip, limit): (u32, u32),
        version: Option<u64>,
    ) -> Result<KeysResult> {
        let mut result = KeysResult::default();
        let open = self.reading_range(&range, version).await?;
        open.walk(&range, direction, skip, limit, |key, _| {
            result.key_bytes += key.len() as u64;
            result.keys.push(key.to_vec());
            Ok(())
        })
        .map_err(unwritten)?;
        Ok(result)
    }

    async fn some_entries(
        &self,
        range: KeyRange<'_>,
        direction: Direction,
        (skip, limit): (u32, u32),
        version: Option<u64>,
    ) -> Result<ScanResult> {
        let mut result = ScanResult::default();
        let open = self.reading_range(&range, version).await?;
        let kept = match (self.definitions, Scan::of(&range, direction, (skip, limit))) {
            (Some(version), Some(scan)) if !open.defines() => Some((version, scan)),
            _ => None,
        };
        if let Some((version, scan)) = &kept
            && let Some(found) = self.storage.definitions.find(scan, *version)
        {
            return Ok(found);
        }
        open.walk(&range, direction, skip, limit, |key, entry| {
            let value = entry.value()?;
            result.key_bytes += key.len() as u64;
            result.value_bytes += value.len() as u64;
            result.values.push((key.to_vec(), value));
            Ok(())
        })
        .map_err(unwritten)?;
        if let Some((version, scan)) = kept {
            self.storage.definitions.keep(scan, version, &result);
        }
        Ok(result)
    }
}

impl Transactable for StorageTransaction {
    fn kind(&self) -> &'static str {
        "surrealkv"
    }

    fn closed(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    fn writeable(&self) -> bool {
        self.writable
    }

    fn cancel(&self) -> BoxFut<'_, Result<()>> {
        Box::pin(async {
            self.ending().await?.transaction.rollback();
            Ok(())
        })
    }

    fn commit(&self) -> BoxFut<'_, Result<()>> {
        Box::pin(async {
            if !self.writable {
                return Err(Error::TransactionReadonly);
            }
            let mut open = self.ending().await?;
            let closing = &self.storage.closing;
            if closing.load(Ordering::Acquire) {
                return Err(Error::Shutdown);
            }
            let defines = open.defines();
            if defines {
                self.storage.definitions.changing();
            }
            let written = std::mem::take(&mut open.written);
            let under_way = self.storage.read_sets.commit(written);
            let committed = open.transaction.commit().await;
            under_way.end();
            if defines {
                self.storage.definitions.changed();
            }
            committed.map_err(|cause| match cause {
                // Closing refuses commits that have not begun, and lets others finish.
                surrealkv::Error::PipelineStall if closing.load(Ordering::Acquire) => {
                    Error::Shutdown
                }
                cause => uncommitted(&cause),
            })
        })
    }

    fn exists<'a>(&'a self, key: Key<'a>, version: Option<u64>) -> BoxFut<'a, Result<bool>> {
        Box::pin(async move { Ok(self.value(&key, version).await?.is_some()) })
    }

    fn get<'a>(&'a self, key: Key<'a>, version: Option<u64>) -> BoxFut<'a, Result<Option<Val>>> {
        Box::pin(async move { self.value(&key, version).await })
    }

    fn getu<'a>(&'a self, key: Key<'a>) -> BoxFut<'a, Result<Option<Val>>> {
        Box::pin(async move {
            let mut open = self.writing().await?;
            open.transaction.get_for_update(key.as_slice()).map_err(unwritten)
        })
    }

    /// Reads for update conflict with writes of others, not with their reads.
    fn shared_locked_reads(&self) -> bool {
        true
    }

    fn set<'a>(&'a self, key: Key<'a>, val: Val) -> BoxFut<'a, Result<()>> {
        Box::pin(async move { self.writing().await?.set(&key, &val) })
    }

    fn put<'a>(&'a self, key: Key<'a>, val: Val) -> BoxFut<'a, Result<()>> {
        Box::pin(async move {
            let mut open = self.writing().await?;
            match open.value(&key)? {
                None => open.set(&key, &val),
                Some(_) => Err(Error::TransactionKeyAlreadyExists),
            }
        })
    }

    fn putc<'a>(&'a self, key: Key<'a>, val: Val, chk: Option<Val>) -> BoxFut<'a, Result<()>> {
        Box::pin(async move {
            let mut open = self.writing().await?;
            match open.value(&key)? == chk {
                true => open.set(&key, &val),
                false => Err(Error::TransactionConditionNotMet),
            }
        })
    }

    fn del<'a>(&'a self, key: Key<'a>) -> BoxFut<'a, Result<()>> {
        Box::pin(async move { self.writing().await?.delete(&key) })
    }

    fn delc<'a>(&'a self, key: Key<'a>, chk: Option<&'a [u8]>) -> BoxFut<'a, Result<()>> {
        Box::pin(async move {
            let mut open = self.writing().await?;
            match open.value(&key)?.as_deref() == chk {
                true => open.delete(&key),
                false => Err(Error::TransactionConditionNotMet),
            }
        })
    }

    fn keys<'a>(
        &'a self,
        rng: KeyRange<'a>,
        limit: u32,
        skip: u32,
        version: Option<u64>,
    ) -> BoxFut<'a, Result<KeysResult>> {
        Box::pin(self.some_keys(rng, Direction::Forward, (skip, limit), version))
    }

    fn keysr<'a>(
        &'a self,
        rng: KeyRange<'a>,
        limit: u32,
        skip: u32,
        version: Option<u64>,
    ) -> BoxFut<'a, Result<KeysResult>> {
        Box::pin(self.some_keys(rng, Direction::Backward, (skip, limit), version))
    }

    fn scan<'a>(
        &'a self,
        rng: KeyRange<'a>,
        limit: u32,
        skip: u32,
        version: Option<u64>,
    ) -> BoxFut<'a, Result<ScanResult>> {
        Box::pin(self.some_entries(rng, Direction::Forward, (skip, limit), version))
    }

    fn scanr<'a>(
        &'a self,
        rng: KeyRange<'a>,
        limit: u32,
        skip: u32,
        version: Option<u64>,
    ) -> BoxFut<'a, Result<ScanResult>> {
        Box::pin(self.some_entries(rng, Direction::Backward, (skip, limit), version))
    }

    fn new_save_point(&self) -> BoxFut<'_, Result<()>> {
        Box::pin(async {
            let mut open = self.writing().await?;
            open.transaction.set_savepoint().map_err(unwritten)?;
            open.savepoints.open();
            Ok(())
        })
    }

    fn release_last_save_point(&self) -> BoxFut<'_, Result<()>> {
        Box::pin(async {
            self.open.write().await.savepoints.release();
            Ok(())
        })
    }

    fn rollback_to_save_point(&self) -> BoxFut<'_, Result<()>> {
        Box::pin(async {
            let mut open = self.writing().await?;
            for _ in 0..open.savepoints.take()? {
                open.transaction.rollback_to_savepoint().map_err(unwritten)?;
            }
            Ok(())
        })
    }
}
