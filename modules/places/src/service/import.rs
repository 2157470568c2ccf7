//! Takes in the official open data: reads an archive as a stream, stores it beside what is there,
//! and switches over in one write when all of it is in.

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

/// Batches read ahead of the one being written.
const READ_AHEAD: usize = 1;

/// Takes files in.
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

    /// Takes in a file as it was downloaded.
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
            // A file that cannot be read will not be read better a second time.
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
