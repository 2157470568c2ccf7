//! The engine in this process: SurrealDB, which stores through `surrealkv`.
//!
//! Both are pinned to one version each, because what they promise is promised here in turn. A new
//! version is taken when these pass with it:
//! - `tests/engine.rs`: `surrealkv` alone, stopped while memtables turn, has every commit that it
//!   acknowledged;
//! - `stops` in the tests of `core/app`: the same for the whole program, row by row, and
//!   `cargo xtask bench --stops 200` at length;
//! - `disk` there: disks that fill up, fail and turn read-only;
//! - `tests/writes.rs`: refusals, conflicts and errors arrive as [`classify`](crate::error)
//!   expects them, of which those of a failing disk come as text.
//!
//! SurrealDB 3 failed the first two: its `surrealkv` 0.21 lost the commit that found a memtable
//! full. SurrealDB 4 was a beta when it was taken. It opens the data of version 3 and converts it,
//! which cannot be undone. Its checkpoints cannot be reached from here, and a copy of its folder
//! is only good while it is closed; one state of it can be read at leisure as a snapshot.

use std::{borrow::Cow, sync::Arc, time::Duration};

use surrealdb::types::{Error, Variables};
use surrealdb_core::{
    dbs::Session,
    kvs::{Datastore, QueryRequest, ReadOnlyOptions, Transaction},
};
use tokio::{runtime::Handle, time::timeout};

use crate::{
    DbConfig, DbError,
    answer::Answer,
    backend::{Backend, Doing, Reads},
    error::engine,
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
    session: Session,
}

impl Engine {
    /// Opens the engine by hand: a connection string cannot carry its memory settings, and
    /// without them it takes half of the machine's memory.
    pub(crate) async fn open(config: &DbConfig) -> Result<Self, DbError> {
        let building = Datastore::builder()
            .with_config(config.engine_settings())
            .without_maintenance_tasks()
            .build_with_path(&config.url);
        let datastore = Box::pin(building).await.map_err(engine)?;
        let session = Session::owner().with_ns(NAMESPACE).with_db(DATABASE);
        let opened = Self { datastore, session };
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
        self.datastore.start_maintenance_tasks_checked().await.map_err(engine)?;
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
            let current = ReadOnlyOptions { max_staleness: Duration::ZERO, strict: true };
            let begun = self.datastore.begin_transaction(None, Some(current)).await;
            let transaction = Arc::new(begun.map_err(engine)?.0);
            Ok(Box::new(EngineSnapshot { engine: self.clone(), transaction }) as Box<dyn Reads>)
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
