//! The database in this process: SurrealDB, storing through [`storage`](crate::storage).
//!
//! Both are pinned to one version each, because what they promise is promised here in turn. A new
//! version is taken when these pass with it:
//! - `tests/engine.rs`: `surrealkv` alone, stopped while memtables turn, has every commit that it
//!   acknowledged;
//! - `stops` in the tests of `core/app`: the same for the whole program, row by row, and
//!   `cargo xtask bench --stops 200` at length;
//! - `disk` there: disks that fill up, fail and turn read-only;
//! - `storage/tests.rs`: what the database asks of a storage is answered as by its own in memory;
//! - `tests/writes.rs`: refusals, conflicts and errors arrive as [`classify`](crate::error)
//!   expects them, of which those of the storage come as text.
//!
//! Why not the storage that comes with a version of SurrealDB:
//! - 3.3.5 brings `surrealkv` 0.21.4, which fails the first two: it writes the commit that finds a
//!   memtable full to a log that it deletes before that commit is anywhere else. Its other one,
//!   `RocksDB`, is C++ that takes longer to compile than all the rest and needs libclang to be.
//! - 4.0.0-beta.1 brings `surrealkv` 1.2.0, which is the one used here, but plans every statement
//!   anew at each call, which took three times as long in tests as all that 3.3.5 does, takes ten
//!   minutes more to compile, and is a beta.

use std::{borrow::Cow, path::Path, sync::Arc, time::Duration};

use surrealdb::types::{Error, Variables};
use surrealdb_core::{
    dbs::Session,
    kvs::{Builder, Datastore, QueryRequest},
};
use surrealdb_datastore::Transaction;
use surrealdb_kvs::TransactionType;
use tokio::{runtime::Handle, time::timeout};

use crate::{
    DbConfig, DbError,
    answer::Answer,
    backend::{Backend, Doing, Reads},
    error::engine,
    storage::Storage,
};

pub(crate) const NAMESPACE: &str = "sparkyard";
pub(crate) const DATABASE: &str = "main";
const DEFINE: &str = "DEFINE NAMESPACE IF NOT EXISTS sparkyard; USE NS sparkyard; \
                      DEFINE DATABASE IF NOT EXISTS main;";

/// How long an engine may take to write down what it holds in memory when it is closed.
const CLOSE_LIMIT: Duration = Duration::from_secs(15);

/// An engine in this process.
#[derive(Clone)]
pub(crate) struct Engine {
    datastore: Arc<Datastore>,
    /// None of one in memory.
    storage: Option<Arc<Storage>>,
    session: Session,
}

impl Engine {
    pub(crate) async fn open(config: &DbConfig) -> Result<Self, DbError> {
        let building = Datastore::builder().without_maintenance_tasks();
        let storage = match config.folder() {
            Some(folder) => Some(Storage::open(folder, config).await.map_err(engine)?),
            None => None,
        };
        let datastore = build(building, storage.as_ref(), &config.url).await?;
        let session = Session::owner().with_ns(NAMESPACE).with_db(DATABASE);
        let opened = Self { datastore, storage, session };
        match opened.prepare().await {
            Ok(()) => Ok(opened),
            Err(cause) => {
                // An engine that stays open keeps its folder locked; the cause matters more than
                // how closing went.
                let _ = opened.shut().await;
                Err(cause)
            }
        }
    }

    /// The order matters: maintenance writes, and must find the version written.
    async fn prepare(&self) -> Result<(), DbError> {
        self.datastore.check_version().await.map_err(engine)?;
        self.datastore.bootstrap().await.map_err(engine)?;
        self.datastore.start_maintenance_tasks();
        let defined = self.datastore.execute(DEFINE, &Session::owner(), None).await?;
        let defined = Answer::new(defined.into_iter().map(|result| result.result));
        defined.all().map(drop).map_err(|failed| failed.error.into())
    }

    async fn shut(&self) -> Result<(), DbError> {
        match timeout(CLOSE_LIMIT, self.datastore.shutdown()).await {
            Ok(closed) => closed.map_err(engine),
            Err(_) => Err(engine(format!("not closed within {CLOSE_LIMIT:?}"))),
        }
    }

    fn run(
        &self,
        text: Cow<'static, str>,
        variables: Variables,
        within: Option<Arc<Transaction>>,
    ) -> Doing<'_, Result<Answer, Error>> {
        Box::pin(async move {
            let request = QueryRequest::new(text.as_ref(), &self.session)
                .with_variables(Some(variables))
                .with_optional_transaction(within);
            let results = self.datastore.run(request).await?;
            Ok(Answer::new(results.into_iter().map(|result| result.result)))
        })
    }
}

fn build<'a>(
    building: Builder,
    storage: Option<&'a Arc<Storage>>,
    url: &'a str,
) -> Doing<'a, Result<Arc<Datastore>, DbError>> {
    Box::pin(async move {
        let built = match storage {
            Some(storage) => building.build_with_factory_path(url, storage.factory()).await,
            None => building.build_with_path(url).await,
        };
        built.map_err(engine)
    })
}

impl Reads for Engine {
    fn ask(
        &self,
        text: Cow<'static, str>,
        variables: Variables,
    ) -> Doing<'_, Result<Answer, Error>> {
        self.run(text, variables, None)
    }
}

impl Backend for Engine {
    fn snapshot(&self) -> Doing<'_, Result<Box<dyn Reads>, DbError>> {
        Box::pin(async {
            let begun = self.datastore.transaction(TransactionType::Read).await;
            let transaction = Arc::new(begun.map_err(engine)?);
            Ok(Box::new(EngineSnapshot { engine: self.clone(), transaction }) as Box<dyn Reads>)
        })
    }

    fn copy_to<'a>(&'a self, folder: &'a Path) -> Doing<'a, Result<(), DbError>> {
        Box::pin(async move {
            let storage = self.storage.clone().ok_or_else(|| engine("it is in memory only"))?;
            storage.copy_to(folder).await.map_err(engine)
        })
    }

    fn close(self: Box<Self>) -> Doing<'static, Result<(), DbError>> {
        Box::pin(async move { self.shut().await })
    }
}

/// One state of an engine's data.
struct EngineSnapshot {
    engine: Engine,
    transaction: Arc<Transaction>,
}

impl Reads for EngineSnapshot {
    fn ask(
        &self,
        text: Cow<'static, str>,
        variables: Variables,
    ) -> Doing<'_, Result<Answer, Error>> {
        self.engine.run(text, variables, Some(self.transaction.clone()))
    }
}

impl Drop for EngineSnapshot {
    fn drop(&mut self) {
        let transaction = self.transaction.clone();
        if let Ok(runtime) = Handle::try_current() {
            // Nothing was written, so nothing can fail that anybody would miss.
            runtime.spawn(async move { transaction.cancel().await });
        }
    }
}
