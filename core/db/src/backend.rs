//! Interface of a database, embedded or remote.

use std::{borrow::Cow, path::Path, pin::Pin};

use surrealdb::types::{Error, Value, Variables};

use crate::{
    DbConfig, DbError, engine::Engine, query_results::QueryResults, read::Read,
    read_cache::CachedRows, remote::Remote,
};

/// Boxed future of a database operation.
pub(crate) type Doing<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// An open database.
///
/// The trait and its boxed futures keep the engine's types inside this crate: proving them `Send`
/// and `Sync` takes the compiler most of a minute, which every crate that awaits a query would
/// spend again.
pub(crate) trait Backend: Reads {
    /// Returns a snapshot of the current state, which can be read while others write.
    fn snapshot(&self) -> Doing<'_, Result<Box<dyn Reads>, DbError>>;

    /// Runs statements.
    fn execute(
        &self,
        text: Cow<'static, str>,
        variables: Variables,
    ) -> Doing<'_, Result<QueryResults, Error>>;

    /// Reads, and returns the read set of the result where all commits pass through this process.
    fn read_recorded(&self, read: Read) -> Doing<'_, Result<CachedRows, Error>>;

    /// Copies the current state into `folder` on this machine, as data that can be opened.
    fn copy_to<'a>(&'a self, folder: &'a Path) -> Doing<'a, Result<(), DbError>>;

    /// Flushes memory and releases the files. If that fails, the data is left as after a power cut,
    /// which loses nothing that was acknowledged either.
    fn close(self: Box<Self>) -> Doing<'static, Result<(), DbError>>;
}

/// A readable state of a database.
pub(crate) trait Reads: Send + Sync + 'static {
    fn read(&self, read: Read) -> Doing<'_, Result<Vec<Value>, Error>>;
}

/// Opens the configured database.
pub(crate) fn open(config: &DbConfig) -> Doing<'_, Result<Box<dyn Backend>, DbError>> {
    Box::pin(async {
        Ok(match config.is_remote() {
            true => Box::new(Remote::open(config).await?) as Box<dyn Backend>,
            false => Box::new(Box::pin(Engine::open(config)).await?),
        })
    })
}
