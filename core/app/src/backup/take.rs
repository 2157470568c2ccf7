//! Makes a backup.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use sparkyard_backup::Snapshot;
use sparkyard_db::Db;
use sparkyard_host::{
    Host,
    config::Config,
    data_dir::{self, BackupRecord, InUse},
};
use sparkyard_kernel::{Clock, SystemClock, Timestamp};

use super::{DATABASE, FOLDERS, MANIFEST, Scratch, Vault, blocking};
use crate::{
    control::{self, DATABASE_COPY},
    modules::Installed,
};

/// Folder in the data directory with what a backup needs besides the files.
pub(crate) const STAGING: &str = "backup";

/// Contents of a backup, by which a restored one is checked.
#[derive(Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Manifest {
    /// Version of the program.
    pub(super) version: String,
    /// Time at which the database was copied.
    pub(super) made_at: Timestamp,
    /// Number of rows of each table.
    pub(super) rows: BTreeMap<String, u64>,
}

/// A backup that was made.
pub(crate) struct Taken {
    pub(crate) snapshot: Snapshot,
    /// Number of older backups that were deleted.
    pub(crate) deleted: usize,
}

/// Makes a backup, and deletes older ones that are not to be kept. The caller holds the lock of
/// backups. Nothing is added to the repository unless the backup is complete.
pub(crate) async fn take(config: &Config, vault: &Vault) -> anyhow::Result<Taken> {
    ensure!(
        config.database.url.is_empty(),
        "only a database in the data directory can be backed up, and database.url is set"
    );
    // A repository that was there before and is not now is a disk that is not mounted.
    let record = BackupRecord::read(&config.data_dir).unwrap_or_default();
    let is_known = record.place.as_deref() == Some(&*vault.place);
    let repository = vault.open(!is_known).await?;
    let at = SystemClock.now();
    let staging = Scratch::create(config.data_dir.join(STAGING))?;
    copy(config).await?;
    let manifest = describe(config, at).await?;
    let path = config.data_dir.join(MANIFEST);
    fs::write(&path, serde_json::to_vec_pretty(&manifest)?)
        .with_context(|| format!("writing {}", path.display()))?;
    let root = fs::canonicalize(&config.data_dir)?;
    let mut folders = vec![root.join(STAGING)];
    folders.extend(FOLDERS.iter().map(|name| root.join(name)).filter(|path| path.is_dir()));
    let saving = repository.clone();
    let saved = blocking(move || Ok(saving.save(&root, &folders, at.to_jiff())?));
    let snapshot = saved.await.context("storing the backup")?;
    drop(staging);
    BackupRecord::change(&config.data_dir, |record| {
        record.made_at = Some(at);
        record.place = Some(vault.place.clone());
        record.verified_at = None;
        record.failure = None;
    })
    .context("recording the backup, which is complete")?;
    let keep = vault.settings.keep();
    let deleted = blocking(move || Ok(repository.forget(keep, at.to_jiff())?));
    let deleted = deleted.await.context("deleting old backups; the new one is complete")?;
    Ok(Taken { snapshot, deleted })
}

/// Copies the database to [`STAGING`]: itself if no server runs, else by the server.
async fn copy(config: &Config) -> anyhow::Result<()> {
    let data_dir = &config.data_dir;
    match data_dir::lock(data_dir) {
        Ok(lock) => {
            let db = Host::connect_db::<Installed>(config).await?;
            let copied = copy_database(&db, data_dir).await;
            let closed = db.close().await;
            copied?;
            closed?;
            drop(lock);
            Ok(())
        }
        Err(cause) if cause.is::<InUse>() => match control::send(data_dir, DATABASE_COPY).await? {
            Some(output) => output.print(),
            // The process may be a starting server, or another command.
            None => Err(cause),
        },
        Err(cause) => Err(cause),
    }
}

/// Copies an open database to [`STAGING`] in `data_dir`.
pub(crate) async fn copy_database(db: &Db, data_dir: &Path) -> anyhow::Result<()> {
    Ok(db.copy_to(&data_dir.join(DATABASE)).await?)
}

/// Counts the rows of the copy, which also shows that it can be opened.
async fn describe(config: &Config, made_at: Timestamp) -> anyhow::Result<Manifest> {
    let copy = scratch_config(config, config.data_dir.join(STAGING));
    let db = Host::connect_db::<Installed>(&copy).await.context("opening the copied database")?;
    let rows = db.count_rows().await;
    db.close().await?;
    Ok(Manifest { version: env!("CARGO_PKG_VERSION").to_owned(), made_at, rows: rows? })
}

/// Returns the configuration for a copied database in `data_dir`, which reserves no disk space.
pub(super) fn scratch_config(config: &Config, data_dir: PathBuf) -> Config {
    let mut scratch = config.clone();
    scratch.data_dir = data_dir;
    scratch.database.reserve_mb = 0;
    scratch
}
