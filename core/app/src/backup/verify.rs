//! Proves that a backup can be restored, in a scratch folder.

use anyhow::Context;
use sparkyard_backup::Snapshot;
use sparkyard_host::config::Config;

use super::{
    DATABASE, Scratch, Vault, blocking,
    contents::{self, Checked},
    take::STAGING,
};

/// Folder in the data directory for a restored database.
const SCRATCH: &str = "verify";

/// A backup that passed the checks.
pub(crate) struct Verified {
    pub(crate) snapshot: Snapshot,
    pub(crate) checked: Checked,
}

/// Reads all data of a backup, compares it with its checksums, restores the database to a scratch
/// folder and checks it. `id` begins the id of the backup; the newest without one. The caller holds
/// the lock of backups.
///
/// Files are not restored: their data is compared with the checksums, and the database refers to
/// none that is missing. So the check needs disk space for the database alone.
pub(crate) async fn verify(
    config: &Config,
    vault: &Vault,
    id: Option<String>,
) -> anyhow::Result<Verified> {
    let repository = vault.open(false).await?;
    let scratch = Scratch::create(config.data_dir.join(SCRATCH))?;
    let target = scratch.0.join(STAGING);
    let (snapshot, files) = blocking({
        let target = target.clone();
        move || {
            let snapshot = repository.find(id.as_deref())?;
            repository.check(&snapshot)?;
            repository.restore(&snapshot, STAGING, &target)?;
            let files = repository.files(&snapshot, "files")?;
            Ok((snapshot, files))
        }
    })
    .await?;
    debug_assert!(DATABASE.starts_with(STAGING));
    let checked = contents::check(config, target, vault.key, &files).await;
    let checked = checked.with_context(|| format!("the backup {} is of no use", snapshot.id()))?;
    Ok(Verified { snapshot, checked })
}
