//! Imports official open data: reads an archive as a stream, stores it as a new generation, and
//! switches to that in one write when it is complete.

mod archive;

use std::{path::Path, sync::Arc};

use anyhow::{Context, ensure};
use sparkyard_kernel::{
    Clock, Cx,
    ports::{ImportReport, ImportWatch},
};
use tokio::sync::mpsc;

use self::archive::Archive;
use crate::{model::import::Position, store::PlaceStore};

/// Number of batches read ahead of the one being written.
const READ_AHEAD: usize = 1;

/// Imports files of open data.
pub(crate) struct Importer {
    store: PlaceStore,
    clock: Arc<dyn Clock>,
}

/// The file is at fault, not the machine.
#[derive(Debug, thiserror::Error)]
#[error("nothing of it was imported, and what was there before stays")]
struct Unreadable;

impl Importer {
    pub(crate) fn new(cx: &Cx) -> Self {
        Self { store: PlaceStore::new(cx.db.clone()), clock: cx.clock.clone() }
    }

    /// Imports a file as it was downloaded. Resumes an interrupted import of the same file.
    pub(crate) async fn import(
        &self,
        file: &Path,
        watch: Arc<dyn ImportWatch>,
    ) -> anyhow::Result<ImportReport> {
        let path = file.to_owned();
        let opened = tokio::task::spawn_blocking(move || Archive::open(&path)).await?;
        let archive = opened.with_context(|| file.display().to_string())?;
        let layout = archive.layout;
        watch.began(layout.name(), archive.bytes());
        self.store.delete_stale(layout).await?;
        let pending = self.store.begin_import(layout, &archive.fingerprint).await?;
        let written = self.write(archive, pending.generation, pending.done, watch).await;
        if let Err(error) = written {
            // A retry of an unreadable file would not help.
            if error.is::<Unreadable>() {
                self.store.abandon_import(layout).await?;
                self.store.delete_stale(layout).await?;
            }
            return Err(error.context(file.display().to_string()));
        }
        let (names, postcodes) =
            self.store.switch_import(layout, pending.generation, self.clock.now()).await?;
        self.store.delete_stale(layout).await?;
        let resumed = pending.done.is_some();
        Ok(ImportReport { what: layout.name(), names, postcodes, resumed })
    }

    /// Reads on one thread and writes on another, a batch at a time.
    async fn write(
        &self,
        archive: Archive,
        generation: i64,
        done: Option<Position>,
        watch: Arc<dyn ImportWatch>,
    ) -> anyhow::Result<()> {
        let layout = archive.layout;
        let (send, mut batches) = mpsc::channel(READ_AHEAD);
        let reading = tokio::task::spawn_blocking(move || archive.read(done, &send, &watch));
        while let Some(batch) = batches.recv().await {
            self.store.save_batch(layout, generation, batch).await?;
        }
        reading.await?.map_err(|error| error.context(Unreadable))?;
        let held = self.store.pending_counts(layout).await?;
        ensure!(
            held != (0, 0),
            anyhow::Error::msg("it holds no place in the United Kingdom").context(Unreadable)
        );
        Ok(())
    }
}
