use std::{borrow::Cow, path::Path};

use surrealdb::{
    Surreal,
    engine::any::{self, Any},
    method::Transaction,
    opt::auth::Root,
    types::{Error, Value, Variables},
};

use crate::{
    DbConfig, DbError,
    backend::{Backend, Doing, Reads},
    engine::{DATABASE, NAMESPACE},
    error::engine,
    query_results::{QueryResults, rows},
    read::Read,
    read_cache::CachedRows,
};

/// Selects the rows of `$ids`, in order.
const ROWS: &str = "RETURN $ids.map(|$id| (SELECT * FROM ONLY $id))";
/// Selects the first `$limit` rows of the range `$rows`.
const RANGE: &str = "SELECT * FROM $rows LIMIT $limit";

/// A remote SurrealDB server.
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
    fn read(&self, read: Read) -> Doing<'_, Result<Vec<Value>, Error>> {
        Box::pin(async {
            let (text, variables) = statement(read);
            Ok(rows(QueryResults::from(self.0.query(text).bind(variables).await?).single()?))
        })
    }
}

fn statement(read: Read) -> (Cow<'static, str>, Variables) {
    match read {
        Read::Statement(text, variables) => (text, variables),
        Read::Rows(ids) => {
            let mut variables = Variables::new();
            variables.insert("ids", ids);
            (ROWS.into(), variables)
        }
        Read::Range(rows, limit) => {
            let mut variables = Variables::new();
            variables.insert("rows", rows);
            variables.insert("limit", limit);
            (RANGE.into(), variables)
        }
    }
}

impl Backend for Remote {
    fn snapshot(&self) -> Doing<'_, Result<Box<dyn Reads>, DbError>> {
        Box::pin(async {
            let begun = self.0.clone().begin().await?;
            Ok(Box::new(RemoteSnapshot(begun)) as Box<dyn Reads>)
        })
    }

    fn execute(
        &self,
        text: Cow<'static, str>,
        variables: Variables,
    ) -> Doing<'_, Result<QueryResults, Error>> {
        Box::pin(async { Ok(self.0.query(text).bind(variables).await?.into()) })
    }

    fn read_recorded(&self, read: Read) -> Doing<'_, Result<CachedRows, Error>> {
        // Not cacheable: other processes commit there, too.
        Box::pin(async { Ok(CachedRows { rows: self.read(read).await?, read_set: None }) })
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
    fn read(&self, read: Read) -> Doing<'_, Result<Vec<Value>, Error>> {
        Box::pin(async {
            let (text, variables) = statement(read);
            Ok(rows(QueryResults::from(self.0.query(text).bind(variables).await?).single()?))
        })
    }
}
