//! The database's keys and values on the disk: [`surrealkv`], reached through the interface that
//! SurrealDB offers to storage engines of others ([`TransactionBuilder`]).
//!
//! SurrealDB 3 brings an older `surrealkv`, which loses acknowledged commits; see
//! [`engine`](crate::engine). Here a commit that is acknowledged has been synced to the log, every
//! transaction reads one state, and of two that write the same key, or of which one writes what
//! the other has read for update, the later commit is refused as a conflict.

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
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use self::transaction::StorageTransaction;
use crate::DbConfig;

/// What stands before the reason in the error of a write that came too late: the storage had
/// stopped before, and the write left no trace.
pub(crate) const STOPPED: &str = "storage stopped before: ";
/// What stands before the reason in the error of a commit that failed on its way to the disk.
pub(crate) const UNKNOWN: &str = "commit not confirmed: ";

/// Opens the folder, once, for the [`Datastore`](surrealdb_core::kvs::Datastore) that is built on
/// it.
pub(crate) struct StorageFactory(Arc<Storage>);

/// An open folder.
pub(crate) struct Storage {
    tree: Tree,
    closing: AtomicBool,
}

impl Storage {
    /// Opens the folder of `config`, and finishes what a stop has interrupted. Blocks for as long
    /// as the log takes to be read.
    pub(crate) async fn open(folder: PathBuf, config: &DbConfig) -> surrealkv::Result<Arc<Self>> {
        let options = Options::new()
            .with_path(folder)
            .with_block_cache_capacity(config.cache_bytes)
            .with_max_memtable_size(usize::try_from(config.memtable_bytes).unwrap_or(usize::MAX));
        let opening = spawn_blocking(|| TreeBuilder::with_options(options).build());
        let tree = opening.await.map_err(|cause| surrealkv::Error::Other(cause.to_string()))??;
        Ok(Arc::new(Self { tree, closing: AtomicBool::new(false) }))
    }

    /// Writes one state of all data into `folder`, which can then be opened like the original.
    /// Others read and write meanwhile.
    pub(crate) async fn copy_to(self: Arc<Self>, folder: &Path) -> surrealkv::Result<()> {
        let folder = folder.to_owned();
        let copying = spawn_blocking(move || self.tree.create_checkpoint(folder).map(drop));
        copying.await.map_err(|cause| surrealkv::Error::Other(cause.to_string()))?
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

/// The storage as the database holds it.
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
            let begun = self.0.tree.begin_with_mode(mode).map_err(unwritten)?;
            let transaction = StorageTransaction::new(self.0.clone(), begun, writable);
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

/// The error of anything but a commit: nothing has been written.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn unwritten(cause: surrealkv::Error) -> Error {
    definite(&cause).unwrap_or_else(|| Error::Transaction(cause.to_string()))
}

/// The error of a commit. What is not known to have been refused before it was written may be in
/// the log, and be found there when the folder is opened next.
fn uncommitted(cause: &surrealkv::Error) -> Error {
    definite(cause).unwrap_or_else(|| Error::CommitOutcomeUnknown(format!("{UNKNOWN}{cause}")))
}

/// The errors that say that nothing was written.
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
