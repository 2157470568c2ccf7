use std::{
    borrow::Cow,
    collections::BTreeSet,
    path::Path,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use surrealdb::types::{Error, Value, Variables};
use tokio::{
    select,
    sync::{Notify, RwLock, watch},
    time::{sleep, timeout},
};
use tracing::{error, info, warn};

use crate::{
    Condition, DbConfig, DbError, Query, Routes, Write,
    backend::{self, Backend, Doing, Reads},
    claims::Claims,
    headroom::Headroom,
    notify::{Waiting, Wakes},
    query_results::QueryResults,
    queue::{Queued, WriteQueues},
    read::Read,
    read_cache::{CachedRows, ReadCache},
    storage::UNKNOWN,
    totals::Counters,
};

/// Interval of disk space checks, and of attempts to reopen a failed database.
const WATCH: Duration = Duration::from_secs(1);
/// Longest wait for operations in a failed database to end by themselves.
const DRAIN_LIMIT: Duration = Duration::from_secs(5);
/// Interval at which those that remain are asked to end.
const DRAIN_STEP: Duration = Duration::from_millis(50);

const CLOSED: &str = "it is closed";
const REOPENED: &str = "the database was reopened";

/// A handle on the database; cheap to clone.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
    /// Snapshot that this handle reads instead of the current state.
    snapshot: Option<Arc<dyn Reads>>,
}

struct Inner {
    config: DbConfig,
    /// `None` when closed, and while being reopened.
    store: RwLock<Option<Box<dyn Backend>>>,
    /// Ends the operations in a failed store that do not end by themselves.
    abandoned: Notify,
    condition: watch::Sender<Condition>,
    /// `None` for stores without a local disk.
    headroom: Option<Headroom>,
    routes: Routes,
    wakes: Arc<Wakes>,
    queues: Arc<WriteQueues>,
    claims: Mutex<Claims>,
    read_cache: ReadCache,
    counters: Counters,
}

impl Db {
    /// Opens the store. `routes` maps events to consumers; an event without consumers is not
    /// stored.
    pub async fn connect(config: &DbConfig, routes: Routes) -> Result<Self, DbError> {
        let store = backend::open(config).await?;
        let headroom = config.folder().map(|folder| Headroom::new(&folder, config.reserve_bytes));
        let inner = Arc::new(Inner {
            config: config.clone(),
            store: RwLock::new(Some(store)),
            abandoned: Notify::new(),
            condition: watch::Sender::new(Condition::Ready),
            headroom,
            routes,
            wakes: Arc::default(),
            queues: Arc::default(),
            claims: Mutex::default(),
            read_cache: ReadCache::new(),
            counters: Counters::default(),
        });
        if inner.headroom.is_some() {
            // The disk counts as full until the reserve is allocated.
            inner.condition.send_replace(Condition::Full);
            inner.look_at_room();
            tokio::spawn(watch_over(Arc::downgrade(&inner)));
        }
        Ok(Self { inner, snapshot: None })
    }

    /// Starts a read of one statement.
    pub fn query(&self, text: impl Into<Cow<'static, str>>) -> Query<'_> {
        Query::new(self, text.into())
    }

    /// Starts an atomic write. `label` names it in logs.
    pub fn write(&self, label: &'static str) -> Write<'_> {
        Write::new(self, label)
    }

    /// Returns a read-only handle on the current state; later writes are not visible through it.
    /// Until it is dropped, the database keeps data that it would otherwise clean up.
    pub async fn snapshot(&self) -> Result<Self, DbError> {
        let store = self.inner.store.read().await;
        let store = store.as_ref().ok_or_else(closed)?;
        let snapshot = Some(Arc::from(store.snapshot().await?));
        Ok(Self { inner: self.inner.clone(), snapshot })
    }

    /// Returns the next number of a named sequence, from 1. Numbers are never reused; some may be
    /// skipped.
    pub async fn next_number(&self, sequence: &'static str) -> Result<i64, DbError> {
        self.write("core.next_number")
            .bind("sequence", sequence)
            .step(
                "LET $row = (UPSERT ONLY type::record('counter', $sequence) SET n = (n ?? 0) + 1)",
            )
            .returning("$row.n")
            .run()
            .await
    }

    /// Checks whether the database answers.
    pub async fn ping(&self) -> Result<(), DbError> {
        // Bypasses the cache, which would answer even if the database does not.
        self.fetch(Read::Statement("RETURN [1]".into(), Variables::new())).await.map(drop)
    }

    /// Returns the condition of the database, with later changes.
    pub fn condition(&self) -> watch::Receiver<Condition> {
        self.inner.condition.subscribe()
    }

    /// Checks whether `bytes` more can be stored on the same disk without using the database's
    /// headroom; otherwise [`DbError::Full`].
    pub fn room_for(&self, bytes: u64) -> Result<(), DbError> {
        match &self.inner.headroom {
            Some(headroom) if !headroom.takes(bytes) => Err(DbError::Full),
            _ => self.inner.admit(false),
        }
    }

    /// Returns the free space of the disk in bytes; `None` without a local disk, or if it is
    /// unknown.
    pub fn free_space(&self) -> Option<u64> {
        let free = self.inner.headroom.as_ref().map(Headroom::free);
        free.filter(|free| *free < u64::MAX)
    }

    /// Copies a consistent state of an embedded store into a new `folder`, from which it can be
    /// opened, while others read and write. Needs a disk that accepts writes.
    pub async fn copy_to(&self, folder: &Path) -> Result<(), DbError> {
        self.admit(false)?;
        match self.inner.store.read().await.as_ref() {
            Some(store) => self.inner.unless_abandoned(store.copy_to(folder)).await?,
            None => Err(closed()),
        }
    }

    /// Flushes memory and releases the files for good. Later operations are errors.
    pub async fn close(&self) -> Result<(), DbError> {
        self.inner.condition.send_replace(Condition::Closed(CLOSED.to_owned()));
        let store = self.inner.store.write().await.take();
        match store {
            Some(store) => store.close().await,
            None => Ok(()),
        }
    }

    /// Subscribes to later writes of this process that name `name`.
    pub fn wait_for(&self, name: String) -> Waiting {
        self.inner.wakes.wait_for(name)
    }

    /// Wakes those that wait for `name`, for writes by other processes, which cannot wake them
    /// here.
    pub fn wake(&self, name: &str) {
        self.inner.wakes.wake(name);
    }

    /// Checks whether other processes may write to the same database.
    pub fn is_shared(&self) -> bool {
        self.inner.config.is_remote()
    }

    /// Waits, for a few seconds at most, for others in this process that queued under any of the
    /// same names, and makes later ones wait until the result is dropped. For callers that read
    /// what those before them write: without it, of many concurrent ones all but one would conflict
    /// and start again.
    pub async fn queue(&self, names: BTreeSet<String>) -> Queued {
        self.inner.queues.enter(names).await
    }

    /// Returns the deliveries claimed by this process.
    pub(crate) fn claims(&self) -> MutexGuard<'_, Claims> {
        self.inner.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn counters(&self) -> &Counters {
        &self.inner.counters
    }

    pub(crate) fn routes(&self) -> &Routes {
        &self.inner.routes
    }

    /// Checks whether a write may be attempted now.
    pub(crate) fn admit(&self, from_reserve: bool) -> Result<(), DbError> {
        if self.snapshot.is_some() {
            return Err(DbError::Stopped("a snapshot takes no writes".to_owned()));
        }
        self.inner.admit(from_reserve)
    }

    /// Records that the engine has stopped.
    pub(crate) fn failed(&self, cause: &str) {
        self.inner.condition.send_if_modified(|condition| {
            let news = matches!(condition, Condition::Ready | Condition::Full);
            if news {
                error!("the database refuses to write: {cause}");
                *condition = Condition::Failed(cause.to_owned());
            }
            news
        });
    }

    /// Reads, from the cache where the cached result is current. Boxed for the same reason as the
    /// futures of a [`Backend`]: the cache's types stay inside this crate.
    pub(crate) fn read(&self, read: Read) -> Doing<'_, Result<Vec<Value>, DbError>> {
        Box::pin(async move {
            let counters = &self.inner.counters;
            match &read {
                Read::Statement(..) => counters.queries.add(),
                Read::Rows(_) | Read::Range(..) => counters.key_reads.add(),
            }
            if let Some(snapshot) = &self.snapshot {
                // Cached results belong to another state.
                return Ok(snapshot.read(read).await?);
            }
            let fetch = async |read| self.fetch(read).await;
            self.inner.read_cache.get_or_fetch(read, &counters.cached, fetch).await
        })
    }

    async fn fetch(&self, read: Read) -> Result<CachedRows, DbError> {
        match self.inner.store.read().await.as_ref() {
            Some(store) => Ok(self.inner.unless_abandoned(store.read_recorded(read)).await??),
            None => Err(closed()),
        }
    }

    /// Runs statements that write.
    pub(crate) async fn execute(
        &self,
        text: Cow<'static, str>,
        variables: Variables,
    ) -> Result<QueryResults, Error> {
        match self.inner.store.read().await.as_ref() {
            Some(store) => {
                let outcome = self.inner.unless_abandoned(store.execute(text, variables)).await;
                // The commit may have been on its way.
                outcome.unwrap_or_else(|_| Err(Error::internal(format!("{UNKNOWN}{REOPENED}"))))
            }
            None => Err(Error::internal(closed().to_string())),
        }
    }
}

fn closed() -> DbError {
    DbError::Stopped(CLOSED.to_owned())
}

impl Inner {
    fn admit(&self, from_reserve: bool) -> Result<(), DbError> {
        if self.headroom.as_ref().is_some_and(Headroom::is_short) {
            self.look_at_room();
        }
        let has_reserve = || self.headroom.as_ref().is_none_or(Headroom::has_reserve);
        match &*self.condition.borrow() {
            Condition::Ready => Ok(()),
            Condition::Full if from_reserve && has_reserve() => Ok(()),
            Condition::Full => Err(DbError::Full),
            Condition::Failed(why) | Condition::Closed(why) => Err(DbError::Stopped(why.clone())),
        }
    }

    /// Releases the reserve when the disk is nearly full, and allocates it again when there is
    /// space.
    fn look_at_room(&self) {
        let Some(headroom) = &self.headroom else { return };
        self.condition.send_if_modified(|condition| match condition {
            Condition::Ready if headroom.is_short() => {
                error!(free = headroom.free(), "the disk is nearly full: writes are refused");
                headroom.give_up_reserve();
                *condition = Condition::Full;
                true
            }
            Condition::Full if headroom.is_ample() => match headroom.keep_reserve() {
                Ok(()) => {
                    *condition = Condition::Ready;
                    true
                }
                Err(cause) => {
                    warn!("cannot reserve disk space: {cause}");
                    headroom.give_up_reserve();
                    false
                }
            },
            _ => false,
        });
    }

    async fn watch(&self) {
        let failed = matches!(*self.condition.borrow(), Condition::Failed(_));
        match &self.headroom {
            Some(headroom) if failed => {
                // Releasing the reserve is the first step that can help.
                headroom.give_up_reserve();
                if !headroom.is_short() && headroom.probe().is_ok() {
                    self.reopen().await;
                }
            }
            _ => self.look_at_room(),
        }
    }

    /// Waits for an operation in the store, unless the store is abandoned meanwhile.
    async fn unless_abandoned<T>(&self, operation: impl Future<Output = T>) -> Result<T, DbError> {
        select! {
            biased;
            outcome = operation => Ok(outcome),
            () = self.abandoned.notified() => Err(DbError::Stopped(REOPENED.to_owned())),
        }
    }

    /// Closes and reopens a failed engine. Acknowledged writes are on disk; the outcome of the
    /// others is decided now. In a failed engine an operation may wait for ever, so those that
    /// have not ended after [`DRAIN_LIMIT`] are abandoned.
    async fn reopen(&self) {
        let mut emptied = pin!(self.store.write());
        let mut limit = DRAIN_LIMIT;
        let mut store = loop {
            match timeout(limit, &mut emptied).await {
                Ok(store) => break store,
                Err(_) => self.abandoned.notify_waiters(),
            }
            limit = DRAIN_STEP;
        };
        if let Some(failed) = store.take()
            && let Err(cause) = failed.close().await
        {
            // Nothing more can be flushed there; the log has what was acknowledged.
            warn!("cannot close the failed database: {cause}");
        }
        match backend::open(&self.config).await {
            Ok(opened) => {
                *store = Some(opened);
                self.condition.send_replace(Condition::Full);
                self.look_at_room();
                info!("reopened the database");
            }
            Err(cause) => {
                error!("cannot reopen the database: {cause}");
                self.condition.send_replace(Condition::Closed(cause.to_string()));
            }
        }
    }
}

/// Monitors the database as long as any handle exists.
async fn watch_over(inner: Weak<Inner>) {
    loop {
        sleep(WATCH).await;
        match inner.upgrade() {
            Some(inner) => inner.watch().await,
            None => return,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed test may panic")]
mod tests;
