//! The data directory: made private, locked against a second process, and marked while a server
//! runs.

mod backups;
mod key;
mod restored;

use std::{
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::Context;
use tracing::warn;

pub use self::{
    backups::{BackupFailure, BackupRecord},
    key::{KEY, create_key, key_path, master_key, read_key},
    restored::{REPLACED, RESTORED, commit_restore},
};

/// Lock file held by the running process.
pub const LOCK: &str = "lock";
/// Lock file held by a running backup.
pub const BACKUP_LOCK: &str = "backup.lock";

/// Holds the lock of a data directory; released on drop.
pub struct DataDirLock {
    _file: File,
}

/// Error: another process holds the directory.
#[derive(Debug, thiserror::Error)]
#[error(
    "another sparkyard process is using {}; stop it first, or choose another --data-dir",
    .0.display()
)]
pub struct InUse(PathBuf);

/// Creates the directory if needed and locks it; returns [`InUse`] when another process holds it.
/// Completes a restore that was interrupted after it was decided, and discards one that was not.
pub fn lock(dir: &Path) -> anyhow::Result<DataDirLock> {
    let shown = dir.display();
    private_dir(dir).with_context(|| format!("creating the data directory {shown}"))?;
    if let Err(cause) = shut_out_others(dir) {
        warn!("other users of this machine may be able to read {shown}: {cause}");
    }
    match try_lock(dir, LOCK)? {
        Some(lock) => {
            restored::settle(dir).with_context(|| format!("completing a restore of {shown}"))?;
            Ok(lock)
        }
        None => Err(InUse(dir.to_owned()).into()),
    }
}

/// Locks a data directory against a second backup.
pub fn lock_for_backup(dir: &Path) -> anyhow::Result<DataDirLock> {
    try_lock(dir, BACKUP_LOCK)?.context("another backup is being made of the same data directory")
}

fn try_lock(dir: &Path, name: &str) -> anyhow::Result<Option<DataDirLock>> {
    let shown = dir.display();
    let file = private_file(&dir.join(name)).with_context(|| format!("writing to {shown}"))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(DataDirLock { _file: file })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("locking {shown}")),
    }
}

/// A marker file that exists while a server runs. If it exists at start, the last run ended
/// abnormally: by a kill, a crash or a power cut.
#[derive(Debug)]
pub struct RunMark {
    dir: PathBuf,
}

impl RunMark {
    /// Name of the marker file.
    pub const NAME: &'static str = "running";

    /// Creates the marker, before anything is opened; returns whether the last run ended
    /// abnormally.
    pub fn begin(dir: &Path) -> io::Result<(Self, bool)> {
        let path = dir.join(Self::NAME);
        let ended_badly = path.try_exists()?;
        private_file(&path)?.sync_all()?;
        sync_dir(dir)?;
        Ok((Self { dir: dir.to_owned() }, ended_badly))
    }

    /// Removes the marker, once everything is closed.
    pub fn end(self) -> io::Result<()> {
        fs::remove_file(self.dir.join(Self::NAME))?;
        sync_dir(&self.dir)
    }
}

/// Flushes the directory entries, so that created and renamed files survive a power cut.
pub fn sync_dir(dir: &Path) -> io::Result<()> {
    // Other systems cannot open a directory as a file.
    if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
}

/// Flushes all files and directories below `dir`.
pub fn sync_all(dir: &Path) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => sync_all(&entry.path())?,
            false => File::open(entry.path())?.sync_all()?,
        }
    }
    sync_dir(dir)
}

/// Deletes a directory with its contents, if it exists.
pub fn remove_dir(dir: &Path) -> io::Result<()> {
    match fs::remove_dir_all(dir) {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(cause),
        _ => Ok(()),
    }
}

/// Name of the directory of the embedded database.
pub const DATABASE: &str = "db";

/// Removes the permissions of group and others from an existing directory.
fn shut_out_others(dir: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(dir)?.permissions().mode();
        if mode & 0o077 != 0 {
            fs::set_permissions(dir, fs::Permissions::from_mode(mode & 0o700))?;
        }
    }
    Ok(())
}

/// Creates a directory accessible only to its owner, as mails in it hold codes and links. An
/// existing directory is not changed.
pub fn private_dir(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// Replaces a file by one with `content`, accessible only to its owner. A crash leaves the old
/// content or the new one.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let aside = path.with_added_extension("new");
    let mut file = private_file(&aside)?;
    file.set_len(0)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&aside, path)?;
    path.parent().map_or(Ok(()), sync_dir)
}

/// Opens a file for writing, created with access for its owner only.
pub fn private_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).write(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_new_data_directory_is_private() {
        use std::os::unix::fs::PermissionsExt;
        let outside = tempfile::tempdir().unwrap();
        let dir = outside.path().join("srv").join("data");
        let _held = lock(&dir).unwrap();
        assert_eq!(fs::metadata(&dir).unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn a_run_without_end_counts_as_a_crash() {
        let dir = tempfile::tempdir().unwrap();
        let run = || RunMark::begin(dir.path()).unwrap();
        let (killed, ended_badly) = run();
        assert!(!ended_badly, "the first");
        drop(killed);
        let (crashed, ended_badly) = run();
        assert!(ended_badly);
        std::mem::forget(crashed);
        let (orderly, ended_badly) = run();
        assert!(ended_badly);
        orderly.end().unwrap();
        let (last, ended_badly) = run();
        assert!(!ended_badly);
        last.end().unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn failing_to_set_the_mark_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        assert!(RunMark::begin(&dir.path().join("gone")).is_err());
        fs::create_dir(dir.path().join(RunMark::NAME)).unwrap();
        assert!(RunMark::begin(dir.path()).is_err());
    }

    #[test]
    fn lock_is_exclusive() {
        let dir = tempfile::tempdir().unwrap();
        let held = lock(dir.path()).unwrap();
        assert!(lock(dir.path()).err().unwrap().is::<InUse>());
        drop(held);
        lock(dir.path()).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn an_existing_data_directory_becomes_private() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
        lock(dir.path()).unwrap();
        assert_eq!(fs::metadata(dir.path()).unwrap().permissions().mode() & 0o777, 0o700);
    }
}
