//! Proves that a backup can be restored, in a scratch folder.

use sparkyard_host::config::Config;

use super::{
    Scratch, Vault, blocking,
    contents::{self, Verified},
    take::STAGING,
};

/// Folder in the data directory for a restored database.
const SCRATCH: &str = "verify";

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
    contents::check(config, snapshot, target, vault.key, &files).await
}
