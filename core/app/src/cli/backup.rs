use std::{
    io::{IsTerminal, stderr},
    path::{Path, PathBuf},
};

use clap::Args;
use sparkyard_backup::{Progress, Report};
use sparkyard_host::{
    Host,
    config::Config,
    data_dir::{self, BackupFailure, BackupRecord},
};
use sparkyard_kernel::{Clock, SystemClock};
use tracing::warn;

use super::{DataArgs, verify};
use crate::{
    backup::{self, Vault},
    control::CommandOutput,
};

/// Bytes of a mebibyte.
pub(super) const MIB: u64 = 1 << 20;

#[derive(Args)]
pub(super) struct BackupArgs {
    /// Folder of the backups, created if its parent exists; by default `backup.to` of the
    /// configuration.
    folder: Option<PathBuf>,
    /// Also restores the backup to a scratch folder and checks it.
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    data_args: DataArgs,
}

/// Makes a backup.
pub(super) async fn run(args: BackupArgs) -> anyhow::Result<()> {
    let config = args.data_args.load(None)?;
    let _alone = data_dir::lock_for_backup(&config.data_dir)?;
    let outcome = Box::pin(back_up(&config, args.folder.as_deref(), args.verify)).await;
    if let Err(cause) = &outcome
        && args.folder.is_none()
    {
        record_failure(&config.data_dir, cause);
    }
    outcome
}

async fn back_up(config: &Config, folder: Option<&Path>, verify: bool) -> anyhow::Result<()> {
    let vault = Vault::new(config, folder, backup::key(config)?, progress("saved"))?;
    let taken = backup::take(config, &vault).await?;
    let snapshot = &taken.snapshot;
    println!(
        "backup {} is in {}: {} MiB, of which {} MiB are new",
        snapshot.id(),
        vault.place,
        snapshot.bytes().div_ceil(MIB),
        snapshot.added().div_ceil(MIB)
    );
    if taken.deleted > 0 {
        println!("{} older backups were deleted", taken.deleted);
    }
    if verify {
        verify::verify(config, &vault, Some(snapshot.id())).await?;
    }
    if BackupRecord::read(&config.data_dir)?.key_exported_at.is_none() {
        println!(
            "nobody can read it without the key, which is in {} only: run `sparkyard key export`",
            data_dir::key_path(config).display()
        );
    }
    Ok(())
}

/// Records a failure, of which the server tells the admins.
pub(super) fn record_failure(data_dir: &Path, cause: &anyhow::Error) {
    let (at, reason) = (SystemClock.now(), format!("{cause:#}").replace(['\r', '\n'], " "));
    let failure = BackupFailure { at, reason };
    if let Err(cause) = BackupRecord::change(data_dir, |record| record.failure = Some(failure)) {
        warn!("the failure could not be recorded: {cause}");
    }
}

/// Shows how far the work is, on a terminal.
pub(super) fn progress(done: &'static str) -> Progress {
    if !stderr().is_terminal() {
        return Progress::none();
    }
    Progress::to(move |Report { done: bytes, total }| {
        let (bytes, total) = (bytes / MIB, total.div_ceil(MIB));
        match total {
            0 => eprintln!("{bytes} MiB {done}"),
            _ => eprintln!("{bytes} of {total} MiB {done}"),
        }
    })
}

/// Copies the running server's database to where a backup looks for it.
pub(super) async fn copy_database(host: &Host) -> CommandOutput {
    match backup::copy_database(&host.cx.db, &host.cx.data_dir).await {
        Ok(()) => CommandOutput::default(),
        Err(cause) => CommandOutput::failed(cause),
    }
}
