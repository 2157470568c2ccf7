//! Takes in the official open data: reads an archive as a stream, keeps it beside what is there,
//! and switches over in one write when all of it is in.

mod archive;
mod batch;
mod grid;
mod layout;

use std::{path::Path, sync::Arc};

use anyhow::{Context, ensure};
use async_trait::async_trait;
use sparkyard_kernel::{
    Clock,
    ports::{ImportReport, ImportWatch, PlaceImports},
};
use tokio::sync::mpsc;

use self::archive::Archive;
pub(crate) use self::{
    batch::{Batch, Position},
    layout::Layout,
};
use crate::store::imports::ImportStore;

/// Batches read ahead of the one being written.
const READ_AHEAD: usize = 1;

/// The port for imports.
pub(crate) struct Importer {
    pub(crate) store: ImportStore,
    pub(crate) clock: Arc<dyn Clock>,
}

#[async_trait]
impl PlaceImports for Importer {
    async fn import(
        &self,
        file: &Path,
        watch: Arc<dyn ImportWatch>,
    ) -> anyhow::Result<ImportReport> {
        let path = file.to_owned();
        let opened = tokio::task::spawn_blocking(move || Archive::open(&path)).await?;
        let archive = opened.with_context(|| file.display().to_string())?;
        let layout = archive.layout;
        watch.began(layout.name(), archive.bytes());
        self.store.clean_up(layout).await?;
        let pending = self.store.begin(layout, &archive.fingerprint).await?;
        let written = self.write(archive, pending.generation, pending.done, watch).await;
        if let Err(error) = written {
            // A file that cannot be read will not be read better a second time.
            if error.is::<Unreadable>() {
                self.store.abandon(layout).await?;
                self.store.clean_up(layout).await?;
            }
            return Err(error.context(file.display().to_string()));
        }
        let (names, postcodes) =
            self.store.switch(layout, pending.generation, self.clock.now()).await?;
        self.store.clean_up(layout).await?;
        let resumed = pending.done.is_some();
        Ok(ImportReport { what: layout.name(), names, postcodes, resumed })
    }
}

/// The file is at fault, not the machine.
#[derive(Debug, thiserror::Error)]
#[error("nothing of it was imported, and what was there before stays")]
struct Unreadable;

impl Importer {
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
            self.store.keep(layout, generation, batch).await?;
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
