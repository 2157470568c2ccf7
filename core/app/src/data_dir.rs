//! The directory that holds everything: made private, locked against a second process.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Read, Write},
    path::Path,
};

use anyhow::Context;
use sparkyard_kernel::keys::MasterKey;

/// Holds the data directory for this process; let go of when dropped.
pub(crate) struct DataDirLock {
    _file: File,
}

/// Creates the directory if needed and locks it.
pub(crate) fn lock(dir: &Path) -> anyhow::Result<DataDirLock> {
    let shown = dir.display();
    private_dir(dir).with_context(|| format!("creating the data directory {shown}"))?;
    let file = private_file(&dir.join("lock")).with_context(|| format!("writing to {shown}"))?;
    match file.try_lock() {
        Ok(()) => Ok(DataDirLock { _file: file }),
        Err(TryLockError::WouldBlock) => anyhow::bail!(
            "another sparkyard process is using {shown}; stop it first, or choose another --data-dir"
        ),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("locking {shown}")),
    }
}

/// Reads the master key, or makes one on first use.
pub(crate) fn master_key(dir: &Path) -> anyhow::Result<MasterKey> {
    let path = dir.join("secrets");
    let context = || format!("the key file {}", path.display());
    let mut bytes = Vec::new();
    match File::open(&path) {
        Ok(mut file) => {
            file.read_to_end(&mut bytes).with_context(context)?;
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
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

/// Creates a directory that only its owner may enter: mails in it hold codes and links. One that
/// is there already stays as the host made it.
fn private_dir(path: &Path) -> io::Result<()> {
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
pub(crate) fn private_file(path: &Path) -> io::Result<File> {
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
    fn one_process_at_a_time_and_one_key_for_good() {
        let dir = tempfile::tempdir().unwrap();
        let held = lock(dir.path()).unwrap();
        assert!(lock(dir.path()).is_err());
        drop(held);
        lock(dir.path()).unwrap();
        let first = master_key(dir.path()).unwrap().derive("a");
        assert_eq!(master_key(dir.path()).unwrap().derive("a"), first);
        fs::write(dir.path().join("secrets"), b"short").unwrap();
        assert!(master_key(dir.path()).is_err());
    }
}
