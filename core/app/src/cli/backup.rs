use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use clap::Args;
use sparkyard_host::{
    Host,
    config::Config,
    data_dir::{self, BACKUP_LOCK, DATABASE, InUse, KEY, LAST_BACKUP, LOCK, RunMark},
};
use sparkyard_kernel::{Clock, SystemClock};
use tokio::task::spawn_blocking;
use tracing::warn;

use super::Place;
use crate::control::{self, DATABASE_SNAPSHOT, SNAPSHOT, SOCKET, Said};

/// Left out of backups: files of a process, besides [`DATABASE`]; the key, with which anybody who
/// finds a backup could read it all; mails, which hold codes and links; and archives of members'
/// data, which are made anew on request.
const LEFT_OUT: [&str; 10] = [
    LOCK,
    RunMark::NAME,
    SOCKET,
    "db.reserve",
    SNAPSHOT,
    BACKUP_LOCK,
    LAST_BACKUP,
    KEY,
    "outbox",
    "exports",
];

#[derive(Args)]
pub(super) struct BackupArgs {
    /// Directory to create; must not exist.
    folder: PathBuf,
    #[command(flatten)]
    place: Place,
}

pub(super) async fn run(BackupArgs { folder, place }: BackupArgs) -> anyhow::Result<()> {
    let config = place.load(None)?;
    if !config.database.url.is_empty() {
        bail!(
            "this command backs up only a database in the data directory, and database.url is set"
        );
    }
    let data_dir = &config.data_dir;
    // The folder gets its final name once it is complete.
    let partial = folder.with_added_extension("partial");
    let parent = parent_for(&folder, data_dir)?;
    for taken in [&folder, &partial] {
        if taken.try_exists().with_context(|| taken.display().to_string())? {
            bail!("{} already exists", taken.display());
        }
    }
    let _alone = data_dir::lock_for_backup(data_dir)?;
    let outcome = write(&config, &partial).await;
    if outcome.is_err() {
        // The partial copy is of no use; the original error matters more.
        let _ = fs::remove_dir_all(&partial);
    }
    outcome?;
    fs::rename(&partial, &folder).with_context(|| folder.display().to_string())?;
    data_dir::sync_dir(&parent).with_context(|| parent.display().to_string())?;
    if let Err(cause) = data_dir::note_backup(data_dir, SystemClock.now()) {
        warn!("the backup is complete, but its time could not be recorded: {cause}");
    }
    println!(
        "the backup is in {}, without the key: a restore also needs {}, so keep a copy of \
         that file somewhere else",
        folder.display(),
        data_dir.join(KEY).display()
    );
    Ok(())
}

/// Returns the parent of `folder`; fails if that is inside the data directory.
fn parent_for(folder: &Path, data_dir: &Path) -> anyhow::Result<PathBuf> {
    let real = |path: &Path| {
        fs::canonicalize(path).with_context(|| format!("looking for {}", path.display()))
    };
    let parent = match folder.parent() {
        Some(parent) if parent != "" => real(parent)?,
        _ => real(Path::new("."))?,
    };
    if parent.starts_with(real(data_dir)?) {
        bail!("{} is inside the data directory", folder.display());
    }
    Ok(parent)
}

/// Writes a backup to `target`, the database first. All files that it refers to exist then, and are
/// kept for hours after their last reference is gone.
async fn write(config: &Config, target: &Path) -> anyhow::Result<()> {
    let data_dir = config.data_dir.clone();
    match data_dir::lock(&data_dir) {
        Ok(lock) => {
            copy(data_dir.join(DATABASE), target, data_dir).await?;
            drop(lock);
            Ok(())
        }
        Err(cause) if cause.is::<InUse>() => {
            match control::ask(&data_dir, DATABASE_SNAPSHOT).await? {
                Some(said) => said.print()?,
                // The process may be a starting server, or another command.
                None => return Err(cause),
            }
            let snapshot = data_dir.join(SNAPSHOT);
            let copied = copy(snapshot.clone(), target, data_dir).await;
            let removed = fs::remove_dir_all(&snapshot);
            copied?;
            removed.with_context(|| snapshot.display().to_string())
        }
        Err(cause) => Err(cause),
    }
}

async fn copy(database: PathBuf, target: &Path, data_dir: PathBuf) -> anyhow::Result<()> {
    let target = target.to_owned();
    spawn_blocking(move || {
        let context = || format!("copying to {}", target.display());
        data_dir::private_dir(&target).with_context(context)?;
        copy_folder(&database, &target.join(DATABASE)).with_context(context)?;
        for entry in fs::read_dir(&data_dir).with_context(context)? {
            let entry = entry.with_context(context)?;
            let name = entry.file_name();
            if name != DATABASE && LEFT_OUT.iter().all(|left_out| name != *left_out) {
                copy_entry(&entry.path(), &target.join(&name)).with_context(context)?;
            }
        }
        data_dir::sync_dir(&target).with_context(context)
    })
    .await?
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    data_dir::private_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy_entry(&entry.path(), &to.join(entry.file_name()))?;
    }
    data_dir::sync_dir(to)
}

/// Copies a folder or a file; ignores entries deleted since they were listed.
fn copy_entry(from: &Path, to: &Path) -> io::Result<()> {
    let copied = match fs::metadata(from) {
        Ok(found) if found.is_dir() => copy_folder(from, to),
        Ok(found) if found.is_file() => copy_file(from, to),
        Ok(_) => Ok(()),
        Err(cause) => Err(cause),
    };
    match copied {
        Err(cause) if cause.kind() == ErrorKind::NotFound && !from.exists() => Ok(()),
        copied => copied,
    }
}

fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    let (mut from, mut to) = (File::open(from)?, data_dir::private_file(to)?);
    io::copy(&mut from, &mut to)?;
    to.sync_all()
}

/// Writes a copy of the running server's database to [`SNAPSHOT`], replacing an earlier one.
pub(super) async fn answer(host: &Host) -> Said {
    let folder = host.cx.data_dir.join(SNAPSHOT);
    match fs::remove_dir_all(&folder) {
        Ok(()) => {}
        Err(cause) if cause.kind() == ErrorKind::NotFound => {}
        Err(cause) => return Said::failed(cause),
    }
    match host.cx.db.copy_to(&folder).await {
        Ok(()) => Said::default(),
        Err(cause) => Said::failed(cause),
    }
}
