//! The directory that holds everything: made private, locked against a second process, and marked
//! while a server runs on it.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::Context;
use sparkyard_kernel::keys::MasterKey;
use tracing::warn;

/// The lock of the one process at a time.
pub const LOCK: &str = "lock";
/// The lock of the one backup at a time.
pub const BACKUP_LOCK: &str = "backup.lock";

/// Holds the data directory for this process; let go of when dropped.
pub struct DataDirLock {
    _file: File,
}

/// Another process holds the directory.
#[derive(Debug, thiserror::Error)]
#[error(
    "another sparkyard process is using {}; stop it first, or choose another --data-dir",
    .0.display()
)]
pub struct InUse(PathBuf);

/// Creates the directory if needed and locks it; [`InUse`] when another process has done so.
pub fn lock(dir: &Path) -> anyhow::Result<DataDirLock> {
    let shown = dir.display();
    private_dir(dir).with_context(|| format!("creating the data directory {shown}"))?;
    if let Err(cause) = shut_out_others(dir) {
        warn!("other users of this machine may be able to read {shown}: {cause}");
    }
    match try_lock(dir, LOCK)? {
        Some(lock) => Ok(lock),
        None => Err(InUse(dir.to_owned()).into()),
    }
}

/// Locks a data directory against a second backup beside this one.
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

/// A file that is there while a server runs. One that is still there at the next start says that
/// the last run ended badly: by a kill, a crash or a power cut.
#[derive(Debug)]
pub struct RunMark {
    dir: PathBuf,
}

impl RunMark {
    /// Its name in the directory.
    pub const NAME: &'static str = "running";

    /// Sets the mark, before anything is opened; says too whether the last run ended badly.
    pub fn begin(dir: &Path) -> io::Result<(Self, bool)> {
        let path = dir.join(Self::NAME);
        let ended_badly = path.try_exists()?;
        private_file(&path)?.sync_all()?;
        sync_dir(dir)?;
        Ok((Self { dir: dir.to_owned() }, ended_badly))
    }

    /// Takes the mark away, once everything is closed.
    pub fn end(self) -> io::Result<()> {
        fs::remove_file(self.dir.join(Self::NAME))?;
        sync_dir(&self.dir)
    }
}

/// Makes sure that the names in a directory outlive a power cut.
pub fn sync_dir(dir: &Path) -> io::Result<()> {
    // Elsewhere a directory cannot be opened like a file.
    if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
}

/// The name of the key file. It is never in a backup.
pub const KEY: &str = "secrets";
/// The name of the folder of the embedded database.
pub const DATABASE: &str = "db";

/// Reads the master key, or makes one on first use.
pub fn master_key(dir: &Path) -> anyhow::Result<MasterKey> {
    let path = dir.join(KEY);
    let context = || format!("the key file {}", path.display());
    let mut bytes = Vec::new();
    match File::open(&path) {
        Ok(mut file) => {
            file.read_to_end(&mut bytes).with_context(context)?;
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            anyhow::ensure!(
                !dir.join(DATABASE).try_exists().with_context(context)?,
                "{} is missing, and without it nobody can sign in to the database that is there: \
                 put the copy of it there that you kept apart from the backup",
                path.display()
            );
            bytes = new_secret().to_vec();
            // Written aside and renamed, so that a crash never leaves half a key.
            let aside = dir.join("secrets.new");
            let mut file = private_file(&aside).with_context(context)?;
            file.write_all(&bytes).and_then(|()| file.sync_all()).with_context(context)?;
            fs::rename(&aside, &path).with_context(context)?;
        }
        Err(error) => return Err(error).with_context(context),
    }
    let key: [u8; 32] = bytes.try_into().map_err(|_| {
        anyhow::anyhow!("{} is damaged: it must hold exactly 32 bytes", path.display())
    })?;
    Ok(MasterKey::new(key))
}

#[expect(clippy::disallowed_methods, reason = "a key that could be chosen is none")]
fn new_secret() -> [u8; 32] {
    rand::random()
}

/// Takes the rights of others away from a directory that was there before.
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

/// Creates a directory that only its owner may enter: mails in it hold codes and links. One that
/// is there already stays as it is.
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

/// Opens for writing a file that only its owner may read.
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
    fn nobody_else_looks_in() {
        use std::os::unix::fs::PermissionsExt;
        let outside = tempfile::tempdir().unwrap();
        let dir = outside.path().join("srv").join("data");
        let _held = lock(&dir).unwrap();
        assert_eq!(fs::metadata(&dir).unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn a_run_ends_badly_unless_it_says_that_it_has_ended() {
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
    fn a_mark_that_cannot_be_set_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        assert!(RunMark::begin(&dir.path().join("gone")).is_err());
        fs::create_dir(dir.path().join(RunMark::NAME)).unwrap();
        assert!(RunMark::begin(dir.path()).is_err());
    }

    #[test]
    fn one_process_at_a_time_and_one_key_for_good() {
        let dir = tempfile::tempdir().unwrap();
        let held = lock(dir.path()).unwrap();
        assert!(lock(dir.path()).err().unwrap().is::<InUse>());
        drop(held);
        lock(dir.path()).unwrap();
        let first = master_key(dir.path()).unwrap().derive("a");
        assert_eq!(master_key(dir.path()).unwrap().derive("a"), first);
        fs::write(dir.path().join("secrets"), b"short").unwrap();
        assert!(master_key(dir.path()).is_err());
    }
    #[test]
    fn no_new_key_is_made_for_a_database_that_has_one() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join(DATABASE)).unwrap();
        let told = master_key(dir.path()).err().unwrap().to_string();
        assert!(told.contains("is missing"), "{told}");
        assert!(!dir.path().join(KEY).exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_directory_that_others_could_read_is_shut() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
        lock(dir.path()).unwrap();
        assert_eq!(fs::metadata(dir.path()).unwrap().permissions().mode() & 0o777, 0o700);
    }
}
