//! What a database can be asked, whoever answers.

use std::{borrow::Cow, path::Path, pin::Pin};

use surrealdb::types::{Error, Variables};

use crate::{DbConfig, DbError, answer::Answer, engine::Engine, remote::Remote};

/// What a database is doing.
pub(crate) type Doing<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// An open database.
///
/// Behind this trait, and with boxed futures, the types of the engine are seen by this crate
/// alone: to prove that they may be shared between threads takes the compiler most of a minute,
/// and every crate that awaits a query would have to.
pub(crate) trait Backend: Reads {
    /// What it holds now, to be read at leisure while others write.
    fn snapshot(&self) -> Doing<'_, Result<Box<dyn Reads>, DbError>>;

    /// Writes what it holds now into `folder` on this machine, as data that can be opened.
    fn copy_to<'a>(&'a self, folder: &'a Path) -> Doing<'a, Result<(), DbError>>;

    /// Writes down what is only in memory and lets go of the files. One that cannot is left as a
    /// power cut would leave it, which loses nothing that was acknowledged either.
    fn close(self: Box<Self>) -> Doing<'static, Result<(), DbError>>;
}

/// Something that answers questions.
pub(crate) trait Reads: Send + Sync + 'static {
    fn ask(
        &self,
        text: Cow<'static, str>,
        variables: Variables,
    ) -> Doing<'_, Result<Answer, Error>>;
}

/// Opens what is configured.
pub(crate) fn open(config: &DbConfig) -> Doing<'_, Result<Box<dyn Backend>, DbError>> {
    Box::pin(async {
        Ok(match config.is_remote() {
            true => Box::new(Remote::open(config).await?) as Box<dyn Backend>,
            false => Box::new(Box::pin(Engine::open(config)).await?),
        })
    })
}
