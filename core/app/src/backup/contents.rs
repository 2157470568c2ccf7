//! Checks of data that comes from a backup: counts, the ledger, and references to files.

use std::{collections::BTreeMap, fs, path::PathBuf, sync::Arc};

use anyhow::{Context, bail, ensure};
use sparkyard_backup::Snapshot;
use sparkyard_db::Db;
use sparkyard_files::{FileStore, FileStoreKind, FilesConfig, PictureReader};
use sparkyard_host::{Host, assembly::ModuleSet, config::Config};
use sparkyard_kernel::{SystemClock, keys::MasterKey, ports::Ledger, site_mode};

use super::take::{Manifest, scratch_config};
use crate::{Setup, build, modules::Installed};

/// Differences named in an error.
const NAMED: usize = 5;

/// A backup that passed the checks, with its numbers.
pub(crate) struct Verified {
    pub(crate) snapshot: Snapshot,
    /// Rows in all tables.
    pub(crate) rows: u64,
    /// Files, besides those of the database.
    pub(crate) files: usize,
    /// Transfers of the ledger, if the module is switched on.
    pub(crate) transfers: Option<u64>,
}

/// Checks the database of `snapshot` in `folder`, and that `files` (paths below `files/` with their sizes) has
/// all files to which it refers. Migrates the database.
pub(super) async fn check(
    config: &Config,
    snapshot: Snapshot,
    folder: PathBuf,
    key: [u8; 32],
    files: &BTreeMap<PathBuf, u64>,
) -> anyhow::Result<Verified> {
    let checked = check_database(config, folder, key, files).await;
    let (rows, transfers) =
        checked.with_context(|| format!("the backup {} is of no use", snapshot.id()))?;
    Ok(Verified { snapshot, rows, files: files.len(), transfers })
}

/// Returns the numbers of rows and of transfers.
async fn check_database(
    config: &Config,
    folder: PathBuf,
    key: [u8; 32],
    files: &BTreeMap<PathBuf, u64>,
) -> anyhow::Result<(u64, Option<u64>)> {
    let path = folder.join("manifest.json");
    let manifest = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
    let manifest: Manifest = serde_json::from_slice(&manifest).context("reading the manifest")?;
    let scratch = scratch_config(config, folder);
    let db = Host::connect_db::<Installed>(&scratch).await.context("opening the database")?;
    let counted = db.count_rows().await;
    db.close().await?;
    compare(&manifest.rows, &counted?)?;
    let clock = Arc::new(SystemClock);
    let db = Host::open_db::<Installed>(&scratch, clock.as_ref()).await?;
    let checked = check_opened(&scratch, &db, key, files).await;
    db.close().await?;
    Ok((manifest.rows.values().sum(), checked?))
}

async fn check_opened(
    scratch: &Config,
    db: &Db,
    key: [u8; 32],
    files: &BTreeMap<PathBuf, u64>,
) -> anyhow::Result<Option<u64>> {
    let (clock, keys) = (Arc::new(SystemClock), MasterKey::new(key));
    if scratch.section::<FilesConfig>("files")?.store == FileStoreKind::Disk {
        let reader = PictureReader::Program(std::env::current_exe()?);
        let store = FileStore::open(scratch, db.clone(), &keys, clock.clone(), reader)?;
        let mut holders = Vec::new();
        Installed::holders(&mut holders);
        let exists = |name: &str| files.get(&PathBuf::from(name)).is_some_and(|size| *size > 0);
        let missing = store.missing(&holders, exists).await?;
        ensure!(missing.is_empty(), "files are missing: {}", shown(&missing));
    }
    let site = Arc::new(site_mode::open_site(db, scratch.site.clone()).await?);
    let mailer = sparkyard_mail::open(scratch, false)?;
    let setup = Setup { config: scratch.clone(), site, clock, keys, mailer, demo: false };
    let host = build(db.clone(), setup)?;
    let Some(ledger) = host.ports.optional::<dyn Ledger>() else { return Ok(None) };
    let report = match ledger.check().await {
        Ok(report) => report,
        Err(error) => bail!("the ledger could not be checked: {}", error.message),
    };
    let differences = &report.differences;
    ensure!(differences.is_empty(), "the ledger does not add up: {}", shown(differences));
    Ok(Some(report.transfers))
}

fn compare(
    expected: &BTreeMap<String, u64>,
    counted: &BTreeMap<String, u64>,
) -> anyhow::Result<()> {
    let tables = expected.keys().chain(counted.keys().filter(|name| !expected.contains_key(*name)));
    let differences: Vec<String> = tables
        .filter_map(|table| {
            let (before, now) = (expected.get(table), counted.get(table));
            let count = |count: Option<&u64>| count.copied().unwrap_or(0);
            (before != now).then(|| {
                format!("table {table} has {} rows instead of {}", count(now), count(before))
            })
        })
        .collect();
    ensure!(differences.is_empty(), "{}", shown(&differences));
    Ok(())
}

fn shown(all: &[String]) -> String {
    let named = all.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join("; ");
    match all.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named}; and {more} more"),
    }
}
