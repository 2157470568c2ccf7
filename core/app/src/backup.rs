//! Backups of a data directory: made, verified and restored, also beside a running server.
//!
//! A backup has the database as it was at one instant, and then the uploaded files and the texts
//! of the operator. All files to which the database refers exist then, and are kept for hours after
//! their last reference is gone. The key is in no backup: with it, anybody who finds one could read
//! it. The repository's password is derived from the key, so that one secret opens both.

mod config;
mod contents;
mod restore;
mod schedule;
mod take;
mod verify;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Context;
use data_encoding::HEXLOWER;
use object_store::ObjectStore;
use sparkyard_backup::{Progress, Repository};
use sparkyard_host::{config::Config, data_dir};
use sparkyard_kernel::keys::MasterKey;
use tokio::task::spawn_blocking;

pub(crate) use self::{
    config::BackupConfig,
    contents::Verified,
    restore::restore,
    schedule::spawn,
    take::{copy_database, take},
    verify::verify,
};

/// Folders of the data directory that a backup contains, besides the database.
const FOLDERS: [&str; 2] = ["files", "content"];
/// Path of the database in a backup.
const DATABASE: &str = "backup/db";
/// Path of the manifest in a backup.
const MANIFEST: &str = "backup/manifest.json";

/// Location of the backups, and the key that encrypts them.
pub(crate) struct Vault {
    store: Arc<dyn ObjectStore>,
    /// Name of the location in messages.
    pub(crate) place: String,
    pub(crate) settings: BackupConfig,
    pub(crate) key: [u8; 32],
    progress: Progress,
}

impl Vault {
    /// Uses `folder`, or the location in the configuration.
    pub(crate) fn new(
        config: &Config,
        folder: Option<&Path>,
        key: [u8; 32],
        progress: Progress,
    ) -> anyhow::Result<Self> {
        let settings = config.section::<BackupConfig>("backup")?;
        let (store, place) = settings.store(folder, &config.data_dir)?;
        Ok(Self { store, place, settings, key, progress })
    }

    /// Returns the password of the repository.
    pub(crate) fn password(&self) -> String {
        HEXLOWER.encode(&MasterKey::new(self.key).derive("backup.repository"))
    }

    /// Opens the repository; creates it if `create` is set and there is none.
    pub(crate) async fn open(&self, create: bool) -> anyhow::Result<Arc<Repository>> {
        let (store, place, password) = (self.store.clone(), self.place.clone(), self.password());
        let progress = self.progress.clone();
        let opened =
            blocking(move || Ok(Repository::open(store, &place, &password, progress, create)?));
        Ok(Arc::new(opened.await?))
    }
}

/// Returns the key of a data directory, which must exist.
pub(crate) fn key(config: &Config) -> anyhow::Result<[u8; 32]> {
    data_dir::read_key(config)?.with_context(|| {
        format!(
            "there is no key in {}; enter its words with `sparkyard key import`",
            data_dir::key_path(config).display()
        )
    })
}

/// Runs `work`, which blocks.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    spawn_blocking(work).await?
}

/// A folder for temporary data in the data directory; deleted on drop.
struct Scratch(PathBuf);

impl Scratch {
    /// Creates the folder, in the place of one that an interrupted command left.
    fn create(dir: PathBuf) -> anyhow::Result<Self> {
        let made = data_dir::remove_dir(&dir).and_then(|()| data_dir::private_dir(&dir));
        made.with_context(|| format!("making {}", dir.display()))?;
        Ok(Self(dir))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(cause) = data_dir::remove_dir(&self.0) {
            tracing::warn!("{} is left over: {cause}", self.0.display());
        }
    }
}
