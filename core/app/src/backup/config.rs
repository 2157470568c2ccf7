//! Section `[backup]`.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, bail, ensure};
use object_store::ObjectStore;
use serde::{Deserialize, Serialize};
use sparkyard_backup::Keep;
use sparkyard_files::{S3Config, bucket, directory};

/// Value of `to` for a bucket.
const S3: &str = "s3";

/// The `[backup]` section.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BackupConfig {
    /// Folder of the backups, `s3` for a bucket, or empty for none.
    pub(crate) to: String,
    /// Hours between backups that the server makes; 0 for none.
    pub(crate) every_hours: u32,
    /// Number of newest backups that are kept.
    pub(crate) keep_last: u16,
    /// Number of days of which the last backup is kept.
    pub(crate) keep_daily: u16,
    /// Number of weeks of which the last backup is kept.
    pub(crate) keep_weekly: u16,
    /// Number of months of which the last backup is kept.
    pub(crate) keep_monthly: u16,
    /// Bucket.
    pub(crate) s3: S3Config,
}

impl Default for BackupConfig {
    fn default() -> Self {
        Self {
            to: String::new(),
            every_hours: 24,
            keep_last: 4,
            keep_daily: 7,
            keep_weekly: 5,
            keep_monthly: 12,
            s3: S3Config::default(),
        }
    }
}

impl BackupConfig {
    /// Returns the time between scheduled backups, if the server makes any.
    pub(crate) fn every(&self) -> Option<Duration> {
        let is_on = !self.to.is_empty() && self.every_hours > 0;
        is_on.then(|| Duration::from_hours(u64::from(self.every_hours)))
    }

    /// Returns which backups are kept.
    pub(crate) fn keep(&self) -> Keep {
        Keep {
            last: self.keep_last,
            daily: self.keep_daily,
            weekly: self.keep_weekly,
            monthly: self.keep_monthly,
        }
    }

    /// Opens the place of the backups: `folder`, or the one that the section names. Returns its
    /// name in messages, too.
    pub(super) fn store(
        &self,
        folder: Option<&Path>,
        data_dir: &Path,
    ) -> anyhow::Result<(Arc<dyn ObjectStore>, String)> {
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None if self.to.is_empty() => {
                bail!("name a folder, or set backup.to in the configuration")
            }
            None if self.to == S3 => {
                let place = format!("the bucket {}", self.s3.bucket);
                return Ok((bucket(&self.s3, "backup.s3")?, place));
            }
            None => PathBuf::from(&self.to),
        };
        let folder = checked(&folder, data_dir)?;
        Ok((directory(&folder)?, folder.display().to_string()))
    }
}

/// Returns the real path of a folder for backups. It must be outside the data directory, and empty
/// or a repository; its parent must exist, so that a disk that is not mounted is noticed.
fn checked(folder: &Path, data_dir: &Path) -> anyhow::Result<PathBuf> {
    let real = |path: &Path| {
        fs::canonicalize(path).with_context(|| format!("looking for {}", path.display()))
    };
    let whole = match (folder.try_exists(), folder.parent(), folder.file_name()) {
        (Ok(false), Some(parent), Some(name)) => {
            let parent = if parent == "" { Path::new(".") } else { parent };
            real(parent)?.join(name)
        }
        _ => real(folder)?,
    };
    let inside = data_dir.try_exists()? && whole.starts_with(real(data_dir)?);
    ensure!(!inside, "{} is inside the data directory", folder.display());
    if whole.exists() {
        let mut entries = fs::read_dir(&whole).with_context(|| whole.display().to_string())?;
        let is_usable = entries.next().is_none() || whole.join("config").is_file();
        ensure!(is_usable, "{} is neither empty nor a folder of backups", whole.display());
    }
    Ok(whole)
}
