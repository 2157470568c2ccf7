//! Deletes files that are no longer needed.
//!
//! A file is stored before a row refers to it, so an unreferenced file may be about to be used. It
//! is therefore kept for a day after it was last stored. Whether that time is over is decided in
//! the one row that both storing and deleting write.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use futures_util::TryStreamExt;
use sparkyard_kernel::{
    HeldFiles, Job, Timestamp,
    job::{JobRunner, Retention},
};
use tracing::info;

use super::{FileStore, name::StoredName, store::OldFile};

/// Time between two runs.
const EVERY: Duration = Duration::from_hours(1);
/// Time for which an unreferenced file is kept: far longer than any request may take.
const KEEP: Duration = Duration::from_hours(24);
/// Number of files examined at once.
const BATCH: usize = 500;

/// The clean-up job.
pub(super) struct CleanUp {
    files: Arc<FileStore>,
    holders: Vec<HeldFiles>,
    adopted: AtomicBool,
}

impl CleanUp {
    /// Creates the job for `files`, which are referenced from `holders`.
    pub(super) fn job(files: Arc<FileStore>, holders: Vec<HeldFiles>) -> Job {
        let runner = Arc::new(Self { files, holders, adopted: AtomicBool::new(false) });
        Job::from_runner("core.files_clean_up", EVERY, runner).deletes(Retention {
            data: "Files that are no longer used",
            since: "after they were last stored",
            keep: KEEP,
        })
    }

    /// Creates rows for files that predate them, or that predate a restored backup. Once per
    /// process is enough, since all other files get a row before they are stored.
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
            after.clone_from(&last.name);
            for OldFile { name, is_withheld } in &batch {
                match times_held(name, &held) {
                    0 if records.doom(name, before, now).await? => {
                        self.delete(name).await?;
                        deleted += 1;
                    }
                    times if times > 0 && *is_withheld => {
                        records.correct_claims(name, times, before).await?;
                    }
                    _ => {}
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
            info!(deleted, "deleted unused files");
        }
        Ok(())
    }
}

/// Counts the references of modules to the file `area/name`, by URL or by key.
fn times_held(name: &str, held: &HashMap<String, i64>) -> i64 {
    let key = name.rsplit('/').next().unwrap_or(name);
    let times = |name: &str| held.get(name).copied().unwrap_or(0);
    times(key) + times(&format!("{}{key}", super::PUBLIC_PREFIX))
}
