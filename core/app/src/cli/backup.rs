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
    data_dir::{self, BACKUP_LOCK, DATABASE, InUse, KEY, LOCK, RunMark},
};
use tokio::task::spawn_blocking;

use super::Place;
use crate::control::{self, DATABASE_SNAPSHOT, SNAPSHOT, SOCKET, Said};

/// What belongs to a process and not to the community, besides [`DATABASE`]; the key, with which
/// whoever finds a backup could read all of it; and mails, which hold codes and links.
const LEFT_OUT: [&str; 8] =
    [LOCK, RunMark::NAME, SOCKET, "db.reserve", SNAPSHOT, BACKUP_LOCK, KEY, "outbox"];

#[derive(Args)]
pub(super) struct BackupArgs {
    /// Where to; must not be there yet.
    folder: PathBuf,
    #[command(flatten)]
    place: Place,
}

pub(super) async fn run(BackupArgs { folder, place }: BackupArgs) -> anyhow::Result<()> {
    let config = place.load(None)?;
    if !config.database.url.is_empty() {
        bail!("the database is not in the data directory: back it up where it is");
    }
    let data_dir = &config.data_dir;
    // Under another name until it is whole.
    let partial = folder.with_added_extension("partial");
    let parent = parent_for(&folder, data_dir)?;
    for taken in [&folder, &partial] {
        if taken.try_exists().with_context(|| taken.display().to_string())? {
            bail!("{} is there already", taken.display());
        }
    }
    let _alone = data_dir::lock_for_backup(data_dir)?;
    let outcome = write(&config, &partial).await;
    if outcome.is_err() {
        // What was copied is of no use; the reason for the failure is what matters.
        let _ = fs::remove_dir_all(&partial);
    }
    outcome?;
    fs::rename(&partial, &folder).with_context(|| folder.display().to_string())?;
    data_dir::sync_dir(&parent).with_context(|| parent.display().to_string())?;
    println!(
        "everything is in {} but the key: going back takes {} too, so keep a copy of that file \
         somewhere else",
        folder.display(),
        data_dir.join(KEY).display()
    );
    Ok(())
}

/// The folder in which `folder` may be made.
fn parent_for(folder: &Path, data_dir: &Path) -> anyhow::Result<PathBuf> {
    let real = |path: &Path| {
        fs::canonicalize(path).with_context(|| format!("looking for {}", path.display()))
    };
    let parent = match folder.parent() {
        Some(parent) if parent != "" => real(parent)?,
        _ => real(Path::new("."))?,
    };
    if parent.starts_with(real(data_dir)?) {
        bail!("{} would be in the data directory itself", folder.display());
    }
    Ok(parent)
}

/// Writes a backup into `target`, the database first: every file that it names is there then, and
/// is kept for hours after it is named no more.
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
                // It may be starting, or no server.
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

/// Copies a folder or a file; what is gone since it was listed was not wanted any more.
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

/// Writes the database of a running server down, beside it and in place of an earlier time.
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
