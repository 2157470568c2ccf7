use std::path::PathBuf;

use clap::Args;
use sparkyard_host::data_dir;

use super::{DataArgs, backup::progress, verify::numbers};
use crate::backup::{self, Vault};

#[derive(Args)]
pub(super) struct RestoreArgs {
    /// Beginning of the id of a backup; by default the newest.
    id: Option<String>,
    /// Folder of the backups; by default `backup.to` of the configuration.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
    #[command(flatten)]
    data_args: DataArgs,
}

/// Restores a backup.
pub(super) async fn run(args: RestoreArgs) -> anyhow::Result<()> {
    let config = args.data_args.load(None)?;
    let _running = data_dir::lock(&config.data_dir)?;
    let _alone = data_dir::lock_for_backup(&config.data_dir)?;
    let key = backup::key(&config)?;
    let vault = Vault::new(&config, args.from.as_deref(), key, progress("restored"))?;
    let restored = Box::pin(backup::restore(&config, &vault, args.id)).await?;
    println!(
        "backup {} of {} is restored: {}",
        restored.snapshot.id(),
        restored.snapshot.at().strftime("%Y-%m-%d %H:%M UTC"),
        numbers(&restored)
    );
    let replaced = config.data_dir.join(data_dir::REPLACED);
    println!("the data from before is in {}; delete it once all is well", replaced.display());
    Ok(())
}
