use std::{
    io::{IsTerminal, Read, stderr},
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

use super::Place;
use crate::{
    backup::{self, Checked, Vault},
    control::Said,
    key_words,
};

/// Bytes of a mebibyte.
const MIB: u64 = 1 << 20;

#[derive(Args)]
pub(super) struct BackupArgs {
    /// Folder of the backups, created if its parent exists; by default `backup.to` of the
    /// configuration.
    folder: Option<PathBuf>,
    /// Also restores the backup to a scratch folder and checks it.
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    place: Place,
}

#[derive(Args)]
pub(super) struct VerifyArgs {
    /// Beginning of the id of a backup; by default the newest.
    id: Option<String>,
    /// Folder of the backups; by default `backup.to` of the configuration.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
    /// Reads the words of the key, or of enough shares, from standard input, instead of the key
    /// file: a rehearsal of what happens after this machine is lost.
    #[arg(long)]
    words: bool,
    #[command(flatten)]
    place: Place,
}

#[derive(Args)]
pub(super) struct RestoreArgs {
    /// Beginning of the id of a backup; by default the newest.
    id: Option<String>,
    /// Folder of the backups; by default `backup.to` of the configuration.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

#[derive(Args)]
pub(super) struct BackupsArgs {
    /// Folder of the backups; by default `backup.to` of the configuration.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
    /// Prints the password of the backups, for the program restic.
    #[arg(long)]
    password: bool,
    #[command(flatten)]
    place: Place,
}

/// Makes a backup.
pub(super) async fn run(args: BackupArgs) -> anyhow::Result<()> {
    let config = args.place.load(None)?;
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
        verify_newest(config, &vault, Some(snapshot.id())).await?;
    }
    if BackupRecord::read(&config.data_dir)?.key_exported_at.is_none() {
        println!(
            "nobody can read it without the key, which is in {} only: run `sparkyard key export`",
            data_dir::key_path(config).display()
        );
    }
    Ok(())
}

/// Verifies a backup.
pub(super) async fn verify(args: VerifyArgs) -> anyhow::Result<()> {
    let config = args.place.load(None)?;
    data_dir::private_dir(&config.data_dir)?;
    let key = match args.words {
        true => read_words()?,
        false => backup::key(&config)?,
    };
    let _alone = data_dir::lock_for_backup(&config.data_dir)?;
    let vault = Vault::new(&config, args.from.as_deref(), key, progress("checked"))?;
    let outcome = Box::pin(verify_newest(&config, &vault, args.id)).await;
    if let Err(cause) = &outcome
        && args.from.is_none()
        && !args.words
    {
        record_failure(&config.data_dir, cause);
    }
    outcome
}

async fn verify_newest(config: &Config, vault: &Vault, id: Option<String>) -> anyhow::Result<()> {
    let verified = backup::verify(config, vault, id).await?;
    let now = SystemClock.now();
    BackupRecord::change(&config.data_dir, |record| record.verified_at = Some(now))?;
    println!("backup {} can be restored: {}", verified.snapshot.id(), numbers(&verified.checked));
    Ok(())
}

/// Restores a backup.
pub(super) async fn restore(args: RestoreArgs) -> anyhow::Result<()> {
    let config = args.place.load(None)?;
    let _running = data_dir::lock(&config.data_dir)?;
    let _alone = data_dir::lock_for_backup(&config.data_dir)?;
    let key = backup::key(&config)?;
    let vault = Vault::new(&config, args.from.as_deref(), key, progress("restored"))?;
    let restored = Box::pin(backup::restore(&config, &vault, args.id)).await?;
    println!(
        "backup {} of {} is restored: {}",
        restored.snapshot.id(),
        restored.snapshot.at().strftime("%Y-%m-%d %H:%M UTC"),
        numbers(&restored.checked)
    );
    let replaced = config.data_dir.join(data_dir::REPLACED);
    println!("the data from before is in {}; delete it once all is well", replaced.display());
    Ok(())
}

/// Lists the backups.
pub(super) async fn list(args: BackupsArgs) -> anyhow::Result<()> {
    let config = args.place.load(None)?;
    let key = backup::key(&config)?;
    let vault = Vault::new(&config, args.from.as_deref(), key, Progress::none())?;
    if args.password {
        println!("{}", vault.password());
        return Ok(());
    }
    let repository = vault.open(false).await?;
    let all = tokio::task::spawn_blocking(move || repository.list()).await??;
    for snapshot in all {
        let at = snapshot.at().strftime("%Y-%m-%d %H:%M UTC");
        let (whole, added) = (snapshot.bytes().div_ceil(MIB), snapshot.added().div_ceil(MIB));
        println!("{}  {at}  {whole} MiB, {added} MiB new", snapshot.id());
    }
    Ok(())
}

fn numbers(checked: &Checked) -> String {
    let ledger = match checked.transfers {
        Some(transfers) => format!("; the ledger of {transfers} transfers adds up"),
        None => String::new(),
    };
    format!("{} rows and {} files{ledger}", checked.rows, checked.files)
}

/// Records a failure, of which the server tells the admins.
fn record_failure(data_dir: &Path, cause: &anyhow::Error) {
    let (at, reason) = (SystemClock.now(), format!("{cause:#}").replace(['\r', '\n'], " "));
    let failure = BackupFailure { at, reason };
    if let Err(cause) = BackupRecord::change(data_dir, |record| record.failure = Some(failure)) {
        warn!("the failure could not be recorded: {cause}");
    }
}

/// Shows how far the work is, on a terminal.
fn progress(done: &'static str) -> Progress {
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

/// Reads the words of a key or of its shares from standard input.
pub(super) fn read_words() -> anyhow::Result<[u8; 32]> {
    if std::io::stdin().is_terminal() {
        eprintln!("Enter the words of the key, or one share per line; then press Ctrl-D.");
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    key_words::read(&text)
}

/// Copies the running server's database to where a backup looks for it.
pub(super) async fn answer(host: &Host) -> Said {
    match backup::copy_database(&host.cx.db, &host.cx.data_dir).await {
        Ok(()) => Said::default(),
        Err(cause) => Said::failed(cause),
    }
}
