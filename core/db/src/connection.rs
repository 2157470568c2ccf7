use std::{
    borrow::Cow,
    path::Path,
    sync::{Arc, Weak},
    time::Duration,
};

use surrealdb::types::{Error, Variables};
use tokio::{
    sync::{RwLock, watch},
    time::{sleep, timeout},
};
use tracing::{error, info, warn};

use crate::{
    Condition, DbConfig, DbError, Query, Routes, Write,
    answer::Answer,
    backend::{self, Backend, Reads},
    query_cache::{CountedWrite, QueryCache},
    room::Room,
    wakes::{Waiting, Wakes},
};

/// How often the disk is looked at, and a failed database tried again.
const WATCH: Duration = Duration::from_secs(1);
/// How long what is under way in a failed database may take before it is given up.
const DRAIN_LIMIT: Duration = Duration::from_secs(30);

const CLOSED: &str = "it is closed";

/// A handle on the database; cheap to clone.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
    /// The state that this handle reads, in place of the present one.
    snapshot: Option<Arc<dyn Reads>>,
}

struct Inner {
    config: DbConfig,
    /// None once it is closed, and while it is opened anew.
    store: RwLock<Option<Box<dyn Backend>>>,
    condition: watch::Sender<Condition>,
    /// None where there is no disk of ours.
    room: Option<Room>,
    routes: Routes,
    wakes: Arc<Wakes>,
    /// None where other processes write too.
    query_cache: Option<QueryCache>,
}

impl Db {
    /// Opens the store. `routes` says which consumers get which events; an event nobody wants
    /// is not stored.
    pub async fn connect(config: &DbConfig, routes: Routes) -> Result<Self, DbError> {
        let store = backend::open(config).await?;
        let room = config.folder().map(|folder| Room::new(&folder, config.reserve_bytes));
        let inner = Arc::new(Inner {
            config: config.clone(),
            store: RwLock::new(Some(store)),
            condition: watch::Sender::new(Condition::Ready),
            room,
            routes,
            wakes: Arc::default(),
            query_cache: (!config.is_remote()).then(QueryCache::new),
        });
        if inner.room.is_some() {
            // Until the reserve is there, as if the disk were full.
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

    /// A handle whose reads all see what is there now, whatever is written meanwhile; it takes no
    /// writes. Dropping it ends it; until then the database keeps what it would have cleaned up.
    pub async fn snapshot(&self) -> Result<Self, DbError> {
        let store = self.inner.store.read().await;
        let store = store.as_ref().ok_or_else(closed)?;
        let snapshot = Some(Arc::from(store.snapshot().await?));
        Ok(Self { inner: self.inner.clone(), snapshot })
    }

    /// The next number of a named sequence, from 1. Numbers are never given twice; some may be
    /// left out.
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

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), DbError> {
        self.query("RETURN [1]").fetch::<i64>().await.map(drop)
    }

    /// How the database is doing, now and from now on.
    pub fn condition(&self) -> watch::Receiver<Condition> {
        self.inner.condition.subscribe()
    }

    /// Whether `bytes` more can be stored beside the database without taking what it needs;
    /// otherwise [`DbError::Full`].
    pub fn room_for(&self, bytes: u64) -> Result<(), DbError> {
        match &self.inner.room {
            Some(room) if !room.takes(bytes) => Err(DbError::Full),
            _ => self.inner.admit(false),
        }
    }

    /// Writes one state of an embedded store into a new `folder`, from which it can be opened;
    /// others read and write meanwhile. Needs a disk that takes writes.
    pub async fn copy_to(&self, folder: &Path) -> Result<(), DbError> {
        self.admit(false)?;
        match self.inner.store.read().await.as_ref() {
            Some(store) => store.copy_to(folder).await,
            None => Err(closed()),
        }
    }

    /// Writes down what is only in memory and lets go of the files, for good. What is asked
    /// afterwards is an error.
    pub async fn close(&self) -> Result<(), DbError> {
        self.inner.condition.send_replace(Condition::Closed(CLOSED.to_owned()));
        let store = self.inner.store.write().await.take();
        match store {
            Some(store) => store.close().await,
            None => Ok(()),
        }
    }

    /// Waits from now on for writes of this process that name `name`.
    pub fn wait_for(&self, name: String) -> Waiting {
        self.inner.wakes.wait_for(name)
    }

    /// Wakes those that wait for `name`: what another process has written cannot do so here.
    pub fn wake(&self, name: &str) {
        self.inner.wakes.wake(name);
    }

    /// Whether other processes may write to the same database.
    pub fn is_shared(&self) -> bool {
        self.inner.config.is_remote()
    }

    /// To be held during every change, and dropped before anybody is told of it.
    pub(crate) fn counted_write(&self) -> Option<CountedWrite<'_>> {
        self.inner.query_cache.as_ref().map(QueryCache::counted_write)
    }

    /// Where results are cached; a snapshot has none, since its are of another time.
    pub(crate) fn query_cache(&self) -> Option<&QueryCache> {
        self.inner.query_cache.as_ref().filter(|_| self.snapshot.is_none())
    }

    pub(crate) fn routes(&self) -> &Routes {
        &self.inner.routes
    }

    /// Whether a write may be tried now.
    pub(crate) fn admit(&self, from_reserve: bool) -> Result<(), DbError> {
        if self.snapshot.is_some() {
            return Err(DbError::Stopped("a snapshot takes no writes".to_owned()));
        }
        self.inner.admit(from_reserve)
    }

    /// Notes that the engine has stopped.
    pub(crate) fn failed(&self, said: &str) {
        self.inner.condition.send_if_modified(|condition| {
            let news = matches!(condition, Condition::Ready | Condition::Full);
            if news {
                error!("the database refuses to write: {said}");
                *condition = Condition::Failed(said.to_owned());
            }
            news
        });
    }

    /// Sends `text` to the database.
    pub(crate) async fn ask(
        &self,
        text: Cow<'static, str>,
        variables: Variables,
    ) -> Result<Answer, Error> {
        if let Some(snapshot) = &self.snapshot {
            return snapshot.ask(text, variables).await;
        }
        match self.inner.store.read().await.as_ref() {
            Some(store) => store.ask(text, variables).await,
            None => Err(Error::internal(closed().to_string())),
        }
    }
}

fn closed() -> DbError {
    DbError::Stopped(CLOSED.to_owned())
}

impl Inner {
    fn admit(&self, from_reserve: bool) -> Result<(), DbError> {
        if self.room.as_ref().is_some_and(Room::is_short) {
            self.look_at_room();
        }
        let has_reserve = || self.room.as_ref().is_none_or(Room::has_reserve);
        match &*self.condition.borrow() {
            Condition::Ready => Ok(()),
            Condition::Full if from_reserve && has_reserve() => Ok(()),
            Condition::Full => Err(DbError::Full),
            Condition::Failed(why) | Condition::Closed(why) => Err(DbError::Stopped(why.clone())),
        }
    }

    /// Gives the reserve up when the disk is nearly full, and takes it up again when it is not.
    fn look_at_room(&self) {
        let Some(room) = &self.room else { return };
        self.condition.send_if_modified(|condition| match condition {
            Condition::Ready if room.is_short() => {
                error!(free = room.free(), "the disk is nearly full: writes are refused");
                room.give_up_reserve();
                *condition = Condition::Full;
                true
            }
            Condition::Full if room.is_ample() => match room.keep_reserve() {
                Ok(()) => {
                    *condition = Condition::Ready;
                    true
                }
                Err(cause) => {
                    warn!("disk space cannot be kept back: {cause}");
                    room.give_up_reserve();
                    false
                }
            },
            _ => false,
        });
    }

    async fn watch(&self) {
        let failed = matches!(*self.condition.borrow(), Condition::Failed(_));
        match &self.room {
            Some(room) if failed => {
                // The reserve is the first thing that can help.
                room.give_up_reserve();
                if !room.is_short() && room.probe().is_ok() {
                    self.reopen().await;
                }
            }
            _ => self.look_at_room(),
        }
    }

    /// Closes a failed engine and opens it anew: what it had acknowledged is on the disk, and what
    /// it had not is decided now.
    async fn reopen(&self) {
        let Ok(mut store) = timeout(DRAIN_LIMIT, self.store.write()).await else {
            self.condition.send_replace(Condition::Closed("reads do not end".to_owned()));
            return;
        };
        if let Some(failed) = store.take()
            && let Err(cause) = failed.close().await
        {
            // Nothing more can be written down there; the log has what was acknowledged.
            warn!("the failed database was not closed in order: {cause}");
        }
        match backend::open(&self.config).await {
            Ok(opened) => {
                *store = Some(opened);
                // Answers from before may be of writes that did not happen after all.
                drop(self.query_cache.as_ref().map(QueryCache::counted_write));
                self.condition.send_replace(Condition::Full);
                self.look_at_room();
                info!("the database has been opened anew");
            }
            Err(cause) => {
                error!("the database cannot be opened anew: {cause}");
                self.condition.send_replace(Condition::Closed(cause.to_string()));
            }
        }
    }
}

/// Looks after the database for as long as anybody uses it.
async fn watch_over(inner: Weak<Inner>) {
    loop {
        sleep(WATCH).await;
        match inner.upgrade() {
            Some(inner) => inner.watch().await,
            None => return,
        }
    }
}
