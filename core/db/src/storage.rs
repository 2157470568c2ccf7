//! Storage of the database's keys and values on disk: [`surrealkv`], behind SurrealDB's interface
//! for third-party storage engines ([`TransactionBuilder`]).
//!
//! SurrealDB 3 bundles an older `surrealkv`, which loses acknowledged commits; see
//! [`engine`](crate::engine). Here an acknowledged commit has been synced to the log and every
//! transaction reads a snapshot. Of two transactions that write the same key, or of which one
//! writes a key that the other has read for update, the later commit is refused as a conflict.

mod definitions;
mod transaction;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use surrealdb_cnf::ConfigMap;
use surrealdb_core::kvs::{TransactionBuilderFactory, TransactionBuilderParts};
use surrealdb_kvs::{
    Error, Metrics, Result, Transactable, TransactionBuilder, TransactionType, api::BoxFut,
};
use surrealkv::{Mode, Options, Tree, TreeBuilder};
use tokio::{task::spawn_blocking, task_local};
use tokio_util::sync::CancellationToken;

use self::{definitions::Definitions, transaction::StorageTransaction};
use crate::{
    DbConfig,
    read_set::{ReadSets, Recording},
};

task_local! {
    /// Recorder of the reads of transactions begun within this scope.
    static RECORDING: Arc<Recording>;
}

/// Prefix of the error of a write that came after the storage had stopped and changed nothing.
pub(crate) const STOPPED: &str = "storage stopped before: ";
/// Prefix of the error of a commit that failed on the way to the disk.
pub(crate) const UNKNOWN: &str = "commit not confirmed: ";

/// Provides the open folder to the [`Datastore`](surrealdb_core::kvs::Datastore) built on it.
pub(crate) struct StorageFactory(Arc<Storage>);

/// An open folder.
pub(crate) struct Storage {
    tree: Tree,
    closing: AtomicBool,
    read_sets: Arc<ReadSets>,
    definitions: Definitions,
}

impl Storage {
    /// Opens the folder of `config` and recovers from an interruption, which takes as long as
    /// reading the log.
    pub(crate) async fn open(folder: PathBuf, config: &DbConfig) -> surrealkv::Result<Arc<Self>> {
        let options = Options::new()
            .with_path(folder)
            .with_block_cache_capacity(config.cache_bytes)
            .with_max_memtable_size(usize::try_from(config.memtable_bytes).unwrap_or(usize::MAX));
        let opening = spawn_blocking(|| TreeBuilder::with_options(options).build());
        let tree = opening.await.map_err(|cause| surrealkv::Error::Other(cause.to_string()))??;
        let (closing, read_sets) = (AtomicBool::new(false), Arc::default());
        Ok(Arc::new(Self { tree, closing, read_sets, definitions: Definitions::default() }))
    }

    /// Copies a consistent state of all data into `folder`, which can then be opened like the
    /// original. Others read and write meanwhile.
    pub(crate) async fn copy_to(self: Arc<Self>, folder: &Path) -> surrealkv::Result<()> {
        let folder = folder.to_owned();
        let copying = spawn_blocking(move || self.tree.create_checkpoint(folder).map(drop));
        copying.await.map_err(|cause| surrealkv::Error::Other(cause.to_string()))?
    }

    /// Runs `work` and records the reads of the transactions that it begins.
    pub(crate) async fn recorded<T>(&self, work: impl Future<Output = T>) -> (T, Arc<Recording>) {
        let recording = self.read_sets.record();
        (RECORDING.scope(recording.clone(), work).await, recording)
    }

    /// Invalidates all cached results, present and future: later commits are not recorded.
    pub(crate) fn outdate_reads(&self) {
        self.read_sets.close();
    }

    pub(crate) fn factory(self: &Arc<Self>) -> StorageFactory {
        StorageFactory(self.clone())
    }
}

impl TransactionBuilderFactory for StorageFactory {
    type RouterState = ();

    async fn new_transaction_builder(
        &self,
        _path: &str,
        _canceller: CancellationToken,
        _config: ConfigMap,
    ) -> anyhow::Result<TransactionBuilderParts<()>> {
        let builder = Box::new(Shared(self.0.clone()));
        Ok(TransactionBuilderParts::without_router_state(builder))
    }

    fn path_valid(&self, path: &str) -> anyhow::Result<String> {
        Ok(path.to_owned())
    }
}

/// Adapter that shares the storage with the database.
struct Shared(Arc<Storage>);

impl TransactionBuilder for Shared {
    fn name(&self) -> &'static str {
        "surrealkv"
    }

    fn new_transaction(
        &self,
        kind: TransactionType,
    ) -> BoxFut<'_, Result<(Box<dyn Transactable>, bool)>> {
        Box::pin(async move {
            let writable = kind == TransactionType::Write;
            let mode = if writable { Mode::ReadWrite } else { Mode::ReadOnly };
            let (transaction, definitions) = self
                .0
                .definitions
                .seen_by(|| self.0.tree.begin_with_mode(mode))
                .map_err(unwritten)?;
            let recording = RECORDING.try_with(Arc::clone).ok();
            let storage = self.0.clone();
            let transaction =
                StorageTransaction::new(storage, transaction, writable, definitions, recording);
            let local = true;
            Ok((Box::new(transaction) as Box<dyn Transactable>, local))
        })
    }

    fn shutdown(&self) -> BoxFut<'_, Result<()>> {
        Box::pin(async {
            self.0.closing.store(true, Ordering::Release);
            self.0.tree.close().await.map_err(|cause| Error::Datastore(cause.to_string()))
        })
    }

    fn register_metrics(&self) -> Option<Metrics> {
        None
    }

    fn collect_u64_metric(&self, _metric: &str) -> Option<u64> {
        None
    }
}

/// Converts the error of any operation but a commit: nothing has been written.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn unwritten(cause: surrealkv::Error) -> Error {
    definite(&cause).unwrap_or_else(|| Error::Transaction(cause.to_string()))
}

/// Converts the error of a commit. Unless it was certainly refused before it was written, it may be
/// in the log, and be found there when the folder is opened next.
fn uncommitted(cause: &surrealkv::Error) -> Error {
    definite(cause).unwrap_or_else(|| Error::CommitOutcomeUnknown(format!("{UNKNOWN}{cause}")))
}

/// Converts errors that guarantee that nothing was written.
fn definite(cause: &surrealkv::Error) -> Option<Error> {
    Some(match cause {
        surrealkv::Error::TransactionWriteConflict | surrealkv::Error::TransactionRetry => {
            Error::TransactionConflict(cause.to_string())
        }
        surrealkv::Error::TransactionReadOnly => Error::TransactionReadonly,
        surrealkv::Error::TransactionClosed => Error::TransactionFinished,
        surrealkv::Error::BatchTooLarge => Error::TransactionTooLarge,
        surrealkv::Error::DatabasePoisoned(_) => Error::Transaction(format!("{STOPPED}{cause}")),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
