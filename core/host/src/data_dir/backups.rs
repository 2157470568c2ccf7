//! The record of backups: when the last was made and verified, and whether the last attempt failed.

use std::{fs, io, path::Path};

use serde::{Deserialize, Serialize};
use sparkyard_kernel::Timestamp;

use super::replace_file;

/// Name of the file. Left out of backups, because restored data counts as not backed up.
const NAME: &str = "backups.json";

/// State of the backups of a data directory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct BackupRecord {
    /// Time of the last backup.
    pub made_at: Option<Timestamp>,
    /// Place of the last backup, as in messages.
    pub place: Option<String>,
    /// Time at which the last backup was restored into a scratch folder and checked.
    pub verified_at: Option<Timestamp>,
    /// Failure since the last success, if any.
    pub failure: Option<BackupFailure>,
    /// Time at which the key was last printed.
    pub key_exported_at: Option<Timestamp>,
}

/// A backup that failed, or that does not pass the checks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct BackupFailure {
    /// Time of the failure.
    pub at: Timestamp,
    /// Reason, in one line.
    pub reason: String,
}

impl BackupRecord {
    /// Reads the record; an empty one if there was no backup yet.
    pub fn read(dir: &Path) -> io::Result<Self> {
        match fs::read(dir.join(NAME)) {
            Ok(text) => serde_json::from_slice(&text).map_err(io::Error::other),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(cause) => Err(cause),
        }
    }

    /// Changes the record. Writers are commands that hold the lock of backups, or the master key's
    /// export; the last of two at once wins.
    pub fn change(dir: &Path, change: impl FnOnce(&mut Self)) -> io::Result<()> {
        // A damaged record must not end all backups.
        let mut record = Self::read(dir).unwrap_or_default();
        change(&mut record);
        let text = serde_json::to_vec_pretty(&record).map_err(io::Error::other)?;
        replace_file(&dir.join(NAME), &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn record_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(BackupRecord::read(dir.path()).unwrap(), BackupRecord::default());
        for at in ["2026-03-02T10:00:00.123Z", "2026-03-09T10:00:00Z"] {
            let at: Timestamp = at.parse().unwrap();
            BackupRecord::change(dir.path(), |record| record.made_at = Some(at)).unwrap();
            assert_eq!(BackupRecord::read(dir.path()).unwrap().made_at, Some(at));
        }
        fs::write(dir.path().join(NAME), "yesterday").unwrap();
        assert!(BackupRecord::read(dir.path()).is_err());
        BackupRecord::change(dir.path(), |_| ()).unwrap();
        assert_eq!(BackupRecord::read(dir.path()).unwrap(), BackupRecord::default());
    }
}
