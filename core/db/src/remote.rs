use std::{borrow::Cow, path::Path};

use surrealdb::{
    Surreal,
    engine::any::{self, Any},
    method::Transaction,
    opt::auth::Root,
    types::{Error, Variables},
};

use crate::{
    DbConfig, DbError,
    answer::Answer,
    backend::{Backend, Doing, Reads},
    engine::{DATABASE, NAMESPACE},
    error::engine,
};

/// A SurrealDB server.
pub(crate) struct Remote(Surreal<Any>);

impl Remote {
    pub(crate) async fn open(config: &DbConfig) -> Result<Self, DbError> {
        let surreal = any::connect(&config.url).await?;
        if let Some((username, password)) = config.credentials.clone() {
            surreal.signin(Root { username, password }).await?;
        }
        surreal.use_ns(NAMESPACE).use_db(DATABASE).await?;
        Ok(Self(surreal))
    }
}

impl Reads for Remote {
    fn ask(
        &self,
        text: Cow<'static, str>,
        variables: Variables,
    ) -> Doing<'_, Result<Answer, Error>> {
        Box::pin(async { Ok(self.0.query(text).bind(variables).await?.into()) })
    }
}

impl Backend for Remote {
    fn snapshot(&self) -> Doing<'_, Result<Box<dyn Reads>, DbError>> {
        Box::pin(async {
            let begun = self.0.clone().begin().await?;
            Ok(Box::new(RemoteSnapshot(begun)) as Box<dyn Reads>)
        })
    }

    fn copy_to<'a>(&'a self, _folder: &'a Path) -> Doing<'a, Result<(), DbError>> {
        Box::pin(async { Err(engine("the data is at a server, which makes its own backups")) })
    }

    fn close(self: Box<Self>) -> Doing<'static, Result<(), DbError>> {
        Box::pin(async { Ok(()) })
    }
}

struct RemoteSnapshot(Transaction<Any>);

impl Reads for RemoteSnapshot {
    fn ask(
        &self,
        text: Cow<'static, str>,
        variables: Variables,
    ) -> Doing<'_, Result<Answer, Error>> {
        Box::pin(async { Ok(self.0.query(text).bind(variables).await?.into()) })
    }
}
