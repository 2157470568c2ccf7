use std::sync::Arc;

use clap::Subcommand;
use sparkyard_kernel::ports::Ledger;

use super::{Place, open};

#[derive(Subcommand)]
pub(super) enum LedgerCommand {
    /// Replays every transfer and compares it with the balances; fails on any difference.
    Check(Place),
}

pub(super) async fn run(LedgerCommand::Check(place): LedgerCommand) -> anyhow::Result<()> {
    let (house, _lock) = open(&place).await?;
    let ledger: Arc<dyn Ledger> = house.ports.require("ledger check")?;
    let report = ledger.check().await.map_err(|error| anyhow::anyhow!(error.message))?;
    println!("{} transfers between {} accounts", report.transfers, report.accounts);
    if report.differences.is_empty() {
        println!("the ledger adds up");
        return Ok(());
    }
    report.differences.iter().for_each(|difference| println!("{difference}"));
    anyhow::bail!("the ledger does not add up: {} differences", report.differences.len())
}
