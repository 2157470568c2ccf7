//! Deletes files that nobody needs any more.
//!
//! A file is stored before it is named, so one that nobody names may be about to be. It is
//! therefore left alone for a day after it was stored last, and whether that was so long ago is
//! decided in the one record that both storing and deleting write.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use futures_util::TryStreamExt;
use sparkyard_kernel::{HeldFiles, Job, Timestamp, job::JobRunner};
use tracing::info;

use super::{FileStore, name::StoredName};

/// How often to look.
const EVERY: Duration = Duration::from_hours(1);
/// How long a file stays that nobody names: far longer than any request may take.
const KEEP: Duration = Duration::from_hours(24);
/// Files looked at in one go.
const BATCH: usize = 500;

/// The job.
pub(super) struct CleanUp {
    files: Arc<FileStore>,
    holders: Vec<HeldFiles>,
    adopted: AtomicBool,
}

impl CleanUp {
    /// The job over `files`, which are named in `holders`.
    pub(super) fn job(files: Arc<FileStore>, holders: Vec<HeldFiles>) -> Job {
        let runner = Arc::new(Self { files, holders, adopted: AtomicBool::new(false) });
        Job { name: "core.files_clean_up", every: EVERY, runner }
    }

    /// Takes care of files from before there were records of them, and from before a backup was
    /// restored: once, since all others are noted before they are stored.
    async fn adopt(&self, now: Timestamp) -> anyhow::Result<()> {
        if !self.files.objects.is_on_disk || self.adopted.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut batches = self.files.objects.list().try_chunks(BATCH);
        while let Some(batch) = batches.try_next().await.map_err(|stopped| stopped.1)? {
            let names = batch.iter().map(StoredName::to_string).collect();
            self.files.records.adopt(names, now).await?;
        }
        self.adopted.store(true, Ordering::Relaxed);
        Ok(())
    }

    async fn sweep(&self, now: Timestamp) -> anyhow::Result<usize> {
        let (records, before) = (&self.files.records, now - KEEP);
        let held = records.held().await?;
        let (mut after, mut deleted) = (String::new(), 0);
        loop {
            let batch = records.older(before, &after, i64::try_from(BATCH)?).await?;
            let Some(last) = batch.last() else { return Ok(deleted) };
            after.clone_from(last);
            for name in batch.iter().filter(|name| !is_held(name, &held)) {
                if records.doom(name, before, now).await? {
                    self.delete(name).await?;
                    deleted += 1;
                }
            }
        }
    }

    async fn delete(&self, name: &str) -> anyhow::Result<()> {
        let stored = name.parse::<StoredName>();
        let stored = stored.map_err(|_| anyhow::anyhow!("{name:?} is no name of a file"))?;
        self.files.erase(&stored).await
    }
}

#[async_trait]
impl JobRunner for CleanUp {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        self.files.records.note_holders(&self.holders).await?;
        self.adopt(now).await?;
        let deleted = self.sweep(now).await?;
        if deleted > 0 {
            info!(deleted, "files that nobody needs any more are deleted");
        }
        Ok(())
    }
}

/// Whether a module holds the file called `area/name`: by its address or by its key.
fn is_held(name: &str, held: &HashSet<String>) -> bool {
    let key = name.rsplit('/').next().unwrap_or(name);
    held.contains(key) || held.contains(&format!("{}{key}", super::PUBLIC_PREFIX))
}
