use std::path::PathBuf;

use clap::Args;
use sparkyard_backup::Progress;

use super::{DataArgs, backup::MIB};
use crate::backup::{self, Vault};

#[derive(Args)]
pub(super) struct BackupsArgs {
    /// Folder of the backups; by default `backup.to` of the configuration.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
    /// Prints the password of the backups, for the program restic.
    #[arg(long)]
    password: bool,
    #[command(flatten)]
    data_args: DataArgs,
}

/// Lists the backups.
pub(super) async fn run(args: BackupsArgs) -> anyhow::Result<()> {
    let config = args.data_args.load(None)?;
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
