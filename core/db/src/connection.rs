use std::{borrow::Cow, sync::Arc};

use surrealdb::{
    IndexedResults, Surreal,
    engine::{
        any::{self, Any},
        local,
    },
    types::Variables,
};
use surrealdb_cnf::ConfigMap;
use surrealdb_core::kvs::Datastore;
use tokio::sync::watch;

use crate::{
    DbError, Query, Routes, Write,
    kept::{CountedWrite, Kept},
};

const NAMESPACE: &str = "sparkyard";
const DATABASE: &str = "main";

/// Where the data lives.
#[derive(Clone, Debug)]
pub struct DbConfig {
    /// `surrealkv://PATH`, `mem://`, or `ws(s)://HOST` of a SurrealDB server.
    pub url: String,
    /// User and password at a remote server.
    pub credentials: Option<(String, String)>,
    /// Memory for cached blocks of an embedded store, in bytes.
    pub cache_bytes: u64,
    /// Memory for writes not yet sorted into an embedded store's files, in bytes.
    pub memtable_bytes: u64,
}

impl DbConfig {
    /// An empty store in memory, gone with the process.
    pub fn memory() -> Self {
        Self::at("mem://")
    }

    /// A store at `url` with the sizes meant for a server with 1 GB of memory.
    pub fn at(url: impl Into<String>) -> Self {
        Self { url: url.into(), credentials: None, cache_bytes: 32 << 20, memtable_bytes: 16 << 20 }
    }

    /// The sizes by the engine's names for them.
    fn engine_settings(&self) -> ConfigMap {
        ConfigMap::empty()
            .with_key_value("surrealkv_block_cache_capacity", self.cache_bytes.to_string())
            .with_key_value("surrealkv_max_memtable_size", self.memtable_bytes.to_string())
            // An acknowledged write must outlive a power cut.
            .with_key_value("datastore_sync", "every")
    }

    fn is_remote(&self) -> bool {
        self.url.starts_with("ws://") || self.url.starts_with("wss://")
    }
}

/// A handle on the database; cheap to clone.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    routes: Routes,
    published: watch::Sender<()>,
    /// None where other processes write too.
    kept: Option<Kept>,
}

enum Store {
    Embedded(Surreal<local::Db>),
    Remote(Surreal<Any>),
}

impl Store {
    async fn open(config: &DbConfig) -> Result<Self, DbError> {
        match config.is_remote() {
            true => Self::remote(config).await,
            false => Self::embedded(config).await,
        }
    }

    async fn remote(config: &DbConfig) -> Result<Self, DbError> {
        let surreal = any::connect(&config.url).await?;
        if let Some((username, password)) = config.credentials.clone() {
            surreal.signin(surrealdb::opt::auth::Root { username, password }).await?;
        }
        surreal.use_ns(NAMESPACE).use_db(DATABASE).await?;
        Ok(Self::Remote(surreal))
    }

    /// Opens the engine by hand: a connection string cannot carry its memory settings, and
    /// without them it takes half of the machine's memory.
    async fn embedded(config: &DbConfig) -> Result<Self, DbError> {
        let datastore = Datastore::builder()
            .with_config(config.engine_settings())
            .without_maintenance_tasks()
            .build_with_path(&config.url)
            .await
            .map_err(engine)?;
        // The order matters: maintenance writes, and must find the version written.
        datastore.check_version().await.map_err(engine)?;
        datastore.bootstrap().await.map_err(engine)?;
        datastore.start_maintenance_tasks();
        let surreal = Surreal::unstable_from_datastore(datastore, None).await?;
        surreal.use_ns(NAMESPACE).use_db(DATABASE).await?;
        Ok(Self::Embedded(surreal))
    }
}

fn engine(error: impl std::fmt::Display) -> DbError {
    DbError::Internal(surrealdb::Error::internal(error.to_string()))
}

impl Db {
    /// Opens the store. `routes` says which consumers get which events; an event nobody wants
    /// is not stored.
    pub async fn connect(config: &DbConfig, routes: Routes) -> Result<Self, DbError> {
        let store = Store::open(config).await?;
        let kept = (!config.is_remote()).then(Kept::new);
        let published = watch::Sender::new(());
        Ok(Self { inner: Arc::new(Inner { store, routes, published, kept }) })
    }

    /// Starts a read of one statement.
    pub fn query(&self, text: impl Into<Cow<'static, str>>) -> Query<'_> {
        Query::new(self, text.into())
    }

    /// Starts an atomic write. `label` names it in logs.
    pub fn write(&self, label: &'static str) -> Write<'_> {
        Write::new(self, label)
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

    /// Changes whenever a write of this process has published an event.
    pub fn publications(&self) -> watch::Receiver<()> {
        self.inner.published.subscribe()
    }

    pub(crate) fn announce(&self) {
        self.inner.published.send_replace(());
    }

    /// To be held during every change, and dropped before anybody is told of it.
    pub(crate) fn counted_write(&self) -> Option<CountedWrite<'_>> {
        self.kept().map(Kept::counted_write)
    }

    pub(crate) fn kept(&self) -> Option<&Kept> {
        self.inner.kept.as_ref()
    }

    pub(crate) fn routes(&self) -> &Routes {
        &self.inner.routes
    }

    /// Sends `text` to the database; a failed statement is an error.
    pub(crate) async fn ask(
        &self,
        text: impl Into<Cow<'static, str>>,
        variables: Variables,
    ) -> surrealdb::Result<IndexedResults> {
        let text = text.into();
        let answer = match &self.inner.store {
            Store::Embedded(surreal) => surreal.query(text).bind(variables).await,
            Store::Remote(surreal) => surreal.query(text).bind(variables).await,
        };
        answer.and_then(IndexedResults::check)
    }
}
