//! The embedded database: SurrealDB on top of [`storage`](crate::storage).
//!
//! Both are pinned to one version each, because our guarantees rest on theirs. A new version is
//! adopted when these pass:
//! - `tests/engine.rs`: `surrealkv` alone, stopped while memtables are rotated, keeps every commit
//!   that it acknowledged;
//! - `stops` in the tests of `core/app`: the same for the whole program, row by row, and `cargo
//!   xtask bench --stops 200` for a long run;
//! - `disk` there: disks that fill up, fail or become read-only;
//! - `storage/tests.rs`: the storage behaves as the database's own in-memory one;
//! - `tests/writes.rs`: refusals, conflicts and errors arrive as [`classify`](crate::error) expects
//!   them; those of the storage come as text.
//!
//! Why not the storage bundled with a version of SurrealDB:
//! - 3.3.5 bundles `surrealkv` 0.21.4, which fails the first two: the commit that finds a memtable
//!   full goes to a log that is deleted before the commit is stored anywhere else. The alternative,
//!   `RocksDB`, is C++ that takes longer to compile than all the rest and needs libclang.
//! - 4.0.0-beta.1 bundles `surrealkv` 1.2.0, which is the one used here, but plans every statement
//!   anew at each call, which took three times as long in tests as all that 3.3.5 does, takes ten
//!   minutes more to compile, and is a beta.

use std::{borrow::Cow, path::Path, sync::Arc, time::Duration};

use surrealdb::types::{Error, RecordId, Value, Variables};
use surrealdb_catalog::{
    DatabaseId, NamespaceId, Record,
    providers::{DatabaseProvider, TableProvider},
};
use surrealdb_core::{
    dbs::Session,
    kvs::{Builder, Datastore, QueryRequest},
};
use surrealdb_datastore::{
    Transaction,
    key::schema::{RecordKey, RecordPrefix},
};
use surrealdb_expr::val;
use surrealdb_kvs::{TransactionType, key::KVKeyDecode, value::KVValue};
use tokio::{runtime::Handle, time::timeout};

use crate::{
    DbConfig, DbError,
    backend::{Backend, Doing, Reads},
    error::engine,
    query_results::{QueryResults, rows},
    read::Read,
    read_cache::CachedRows,
    storage::Storage,
};

pub(crate) const NAMESPACE: &str = "sparkyard";
pub(crate) const DATABASE: &str = "main";
const DEFINE: &str = "DEFINE NAMESPACE IF NOT EXISTS sparkyard; USE NS sparkyard; \
                      DEFINE DATABASE IF NOT EXISTS main;";

/// Longest time for an engine to flush its memory on closing.
const CLOSE_LIMIT: Duration = Duration::from_secs(15);

/// An embedded engine.
#[derive(Clone)]
pub(crate) struct Engine {
    datastore: Arc<Datastore>,
    /// `None` for an in-memory database, whose results are not cached.
    storage: Option<Arc<Storage>>,
    session: Session,
    /// Ids of [`NAMESPACE`] and [`DATABASE`], the prefix of every key.
    place: (NamespaceId, DatabaseId),
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
        let unknown = (NamespaceId(0), DatabaseId(0));
        let mut opened = Self { datastore, storage, session, place: unknown };
        match opened.prepare().await {
            Ok(()) => Ok(opened),
            Err(cause) => {
                // An open engine keeps its folder locked. The first error matters more than one of
                // closing.
                let _ = opened.shut().await;
                Err(cause)
            }
        }
    }

    /// Initialises the datastore. Order matters: maintenance writes, and must find the version
    /// written.
    async fn prepare(&mut self) -> Result<(), DbError> {
        self.datastore.check_version().await.map_err(engine)?;
        self.datastore.bootstrap().await.map_err(engine)?;
        self.datastore.start_maintenance_tasks();
        let defined = self.datastore.execute(DEFINE, &Session::owner(), None).await?;
        let defined = QueryResults::new(defined.into_iter().map(|result| result.result));
        defined.all().map_err(|failed| failed.error)?;
        let catalog = self.begin_read().await.map_err(engine)?;
        let database = catalog.expect_db_by_name(NAMESPACE, DATABASE).await.map_err(engine)?;
        self.place = (database.namespace_id, database.database_id);
        catalog.cancel().await.map_err(engine)
    }

    async fn begin_read(&self) -> anyhow::Result<Transaction> {
        self.datastore.transaction(TransactionType::Read).await
    }

    /// Reads rows by key: no statement is parsed or planned, and no catalogue is read.
    async fn rows_in(
        &self,
        within: &Transaction,
        ids: Vec<RecordId>,
    ) -> anyhow::Result<Vec<Value>> {
        let (namespace, database) = self.place;
        let mut rows = Vec::with_capacity(ids.len());
        for id in ids {
            let id = internal_id(id)?;
            let row = within.get_record(namespace, database, &id.table, &id.key, None).await?;
            rows.push(Value::try_from(row.data.clone())?);
        }
        Ok(rows)
    }

    /// Reads up to `limit` rows of a range of record ids, in key order, likewise without a
    /// statement.
    async fn range_in(
        &self,
        within: &Transaction,
        range: RecordId,
        limit: u32,
    ) -> anyhow::Result<Vec<Value>> {
        let id = internal_id(range)?;
        let val::RecordIdKey::Range(range) = id.key else {
            anyhow::bail!("the key is no range");
        };
        let ((ns, db), tb) = (self.place, Cow::Borrowed(&id.table));
        let bounds =
            (range.start.as_ref().map(Cow::Borrowed), range.end.as_ref().map(Cow::Borrowed));
        let keys = RecordPrefix { ns, db, tb }.range_where(bounds)?;
        let entries = within.scan_raw(keys, limit, 0, None).await?.into_iter();
        let row = |(key, row): (Vec<u8>, Vec<u8>)| {
            let key = RecordKey::decode_key(&key)?.id.into_owned();
            let id = val::RecordId { table: id.table.clone(), key };
            Value::try_from(Record::kv_decode_value(&row, id)?.data)
        };
        entries.map(row).collect()
    }

    async fn read_in(&self, within: &Arc<Transaction>, read: Read) -> Result<Vec<Value>, Error> {
        match read {
            Read::Statement(text, variables) => {
                let results = self.run(text, variables, Some(within.clone())).await?;
                Ok(rows(results.single()?))
            }
            Read::Rows(ids) => self.rows_in(within, ids).await.map_err(internal),
            Read::Range(range, limit) => {
                self.range_in(within, range, limit).await.map_err(internal)
            }
        }
    }

    async fn shut(&self) -> Result<(), DbError> {
        if let Some(storage) = &self.storage {
            storage.outdate_reads();
        }
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
    ) -> Doing<'_, Result<QueryResults, Error>> {
        Box::pin(async move {
            let request = QueryRequest::new(text.as_ref(), &self.session)
                .with_variables(Some(variables))
                .with_optional_transaction(within);
            let results = self.datastore.run(request).await?;
            Ok(QueryResults::new(results.into_iter().map(|result| result.result)))
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
    fn read(&self, read: Read) -> Doing<'_, Result<Vec<Value>, Error>> {
        Box::pin(async {
            let within = Arc::new(self.begin_read().await.map_err(internal)?);
            let rows = self.read_in(&within, read).await;
            // A failure loses nothing, since nothing was written.
            let _ = within.cancel().await;
            rows
        })
    }
}

fn internal_id(id: RecordId) -> anyhow::Result<val::RecordId> {
    match val::convert_public_value_to_internal(Value::RecordId(id)) {
        val::Value::RecordId(id) => Ok(id),
        _ => anyhow::bail!("a record id is a record id"),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn internal(cause: anyhow::Error) -> Error {
    Error::internal(format!("{cause:#}"))
}

impl Backend for Engine {
    fn snapshot(&self) -> Doing<'_, Result<Box<dyn Reads>, DbError>> {
        Box::pin(async {
            let transaction = Arc::new(self.begin_read().await.map_err(engine)?);
            Ok(Box::new(EngineSnapshot { engine: self.clone(), transaction }) as Box<dyn Reads>)
        })
    }

    fn execute(
        &self,
        text: Cow<'static, str>,
        variables: Variables,
    ) -> Doing<'_, Result<QueryResults, Error>> {
        self.run(text, variables, None)
    }

    fn read_recorded(&self, read: Read) -> Doing<'_, Result<CachedRows, Error>> {
        Box::pin(async {
            let Some(storage) = &self.storage else {
                return Ok(CachedRows { rows: self.read(read).await?, read_set: None });
            };
            let (rows, recording) = storage.recorded(self.read(read)).await;
            Ok(CachedRows { rows: rows?, read_set: Some(recording.finish()) })
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

/// Snapshot of an engine's data.
struct EngineSnapshot {
    engine: Engine,
    transaction: Arc<Transaction>,
}

impl Reads for EngineSnapshot {
    fn read(&self, read: Read) -> Doing<'_, Result<Vec<Value>, Error>> {
        Box::pin(self.engine.read_in(&self.transaction, read))
    }
}

impl Drop for EngineSnapshot {
    fn drop(&mut self) {
        let transaction = self.transaction.clone();
        if let Ok(runtime) = Handle::try_current() {
            // A failure loses nothing, since nothing was written.
            runtime.spawn(async move { transaction.cancel().await });
        }
    }
}
