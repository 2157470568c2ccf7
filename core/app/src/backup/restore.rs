//! Puts a backup in the place of the data.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::Context;
use sparkyard_host::{
    config::Config,
    data_dir::{self, RESTORED, commit_restore},
};

use super::{
    FOLDERS, Scratch, Vault, blocking,
    contents::{self, Verified},
    take::STAGING,
};

/// Restores a backup to the data directory, as a whole or not at all: it is written beside the
/// data, checked like by [`verify`](super::verify), and then takes the place of the data, which is
/// kept. The caller holds the locks of the data directory and of backups.
pub(crate) async fn restore(
    config: &Config,
    vault: &Vault,
    id: Option<String>,
) -> anyhow::Result<Verified> {
    let repository = vault.open(false).await?;
    let folder = Scratch::create(config.data_dir.join(RESTORED))?;
    let (snapshot, expected) = blocking({
        let target = folder.0.clone();
        move || {
            let snapshot = repository.find(id.as_deref())?;
            repository.restore(&snapshot, "", &target)?;
            let files = repository.files(&snapshot, "files")?;
            Ok((snapshot, files))
        }
    })
    .await?;
    let staging = folder.0.join(STAGING);
    let written = sizes(&folder.0.join(FOLDERS[0]), &expected)?;
    let verified = contents::check(config, snapshot, staging.clone(), vault.key, &written).await?;
    fs::rename(staging.join(data_dir::DATABASE), folder.0.join(data_dir::DATABASE))?;
    fs::remove_dir_all(&staging)?;
    let mut entries = vec![data_dir::DATABASE];
    entries.extend(FOLDERS);
    commit_restore(&config.data_dir, &entries).context("replacing the data")?;
    Ok(verified)
}

/// Returns the files of `expected` that are in `folder` in their full size.
fn sizes(folder: &Path, expected: &BTreeMap<PathBuf, u64>) -> io::Result<BTreeMap<PathBuf, u64>> {
    let mut found = BTreeMap::new();
    for (path, size) in expected {
        match fs::metadata(folder.join(path)) {
            Ok(metadata) if metadata.len() == *size => {
                found.insert(path.clone(), *size);
            }
            Ok(_) => {}
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
            Err(cause) => return Err(cause),
        }
    }
    Ok(found)
}
