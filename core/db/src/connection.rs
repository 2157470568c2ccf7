use std::{borrow::Cow, sync::Arc};

use surrealdb::{
    Surreal,
    engine::any::{self, Any},
};
use tokio::sync::Notify;

use crate::{DbError, Query, Routes, Write};

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

    fn connection_string(&self) -> String {
        if !self.url.starts_with("surrealkv://") {
            return self.url.clone();
        }
        // An acknowledged write must outlive a power cut, hence `sync=every`.
        format!(
            "{}?sync=every&surrealkv_block_cache_capacity={}&surrealkv_max_memtable_size={}",
            self.url, self.cache_bytes, self.memtable_bytes
        )
    }
}

/// A handle on the database; cheap to clone.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
}

struct Inner {
    surreal: Surreal<Any>,
    routes: Routes,
    published: Notify,
}

impl Db {
    /// Opens the store. `routes` says which consumers get which events; an event nobody wants
    /// is not stored.
    pub async fn connect(config: &DbConfig, routes: Routes) -> Result<Self, DbError> {
        let surreal = any::connect(config.connection_string()).await?;
        if let Some((username, password)) = config.credentials.clone() {
            surreal.signin(surrealdb::opt::auth::Root { username, password }).await?;
        }
        surreal.use_ns("sparkyard").use_db("main").await?;
        Ok(Self { inner: Arc::new(Inner { surreal, routes, published: Notify::new() }) })
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

    /// Waits until a write of this process has published an event.
    pub async fn published(&self) {
        self.inner.published.notified().await;
    }

    pub(crate) fn announce(&self) {
        self.inner.published.notify_one();
    }

    pub(crate) fn routes(&self) -> &Routes {
        &self.inner.routes
    }

    pub(crate) fn surreal(&self) -> &Surreal<Any> {
        &self.inner.surreal
    }
}
