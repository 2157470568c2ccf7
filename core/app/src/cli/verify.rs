use std::path::PathBuf;

use clap::Args;
use sparkyard_host::{
    config::Config,
    data_dir::{self, BackupRecord},
};
use sparkyard_kernel::{Clock, SystemClock};

use super::{
    DataArgs,
    backup::{progress, record_failure},
    key::read_words,
};
use crate::backup::{self, Vault, Verified};

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
    data_args: DataArgs,
}

/// Verifies a backup.
pub(super) async fn run(args: VerifyArgs) -> anyhow::Result<()> {
    let config = args.data_args.load(None)?;
    data_dir::private_dir(&config.data_dir)?;
    let key = match args.words {
        true => read_words()?,
        false => backup::key(&config)?,
    };
    let _alone = data_dir::lock_for_backup(&config.data_dir)?;
    let vault = Vault::new(&config, args.from.as_deref(), key, progress("checked"))?;
    let outcome = Box::pin(verify(&config, &vault, args.id)).await;
    if let Err(cause) = &outcome
        && args.from.is_none()
        && !args.words
    {
        record_failure(&config.data_dir, cause);
    }
    outcome
}

/// Verifies a backup and prints its numbers.
pub(super) async fn verify(
    config: &Config,
    vault: &Vault,
    id: Option<String>,
) -> anyhow::Result<()> {
    let verified = backup::verify(config, vault, id).await?;
    let now = SystemClock.now();
    BackupRecord::change(&config.data_dir, |record| record.verified_at = Some(now))?;
    println!("backup {} can be restored: {}", verified.snapshot.id(), numbers(&verified));
    Ok(())
}

/// Returns the numbers of a backup in words.
pub(super) fn numbers(verified: &Verified) -> String {
    let ledger = match verified.transfers {
        Some(transfers) => format!("; the ledger of {transfers} transfers adds up"),
        None => String::new(),
    };
    format!("{} rows and {} files{ledger}", verified.rows, verified.files)
}
